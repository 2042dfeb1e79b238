import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { decodeEntities } from "./decode-entities.ts";
import { safeLink } from "./safe-link.ts";

/** Text with its marks. HTML is shown as it was written, and images as links: a page loads nothing from elsewhere. */
export function Inline({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, at) => <Fragment key={at}>{inlineOf(token)}</Fragment>);
}

function inlineOf(token: Token): ReactNode {
  const inside = "tokens" in token && token.tokens ? <Inline tokens={token.tokens} /> : undefined;
  switch (token.type) {
    case "strong":
      return <strong>{inside}</strong>;
    case "em":
      return <em>{inside}</em>;
    case "del":
      return <del>{inside}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "checkbox":
      return <input type="checkbox" disabled checked={(token as Tokens.Checkbox).checked} readOnly />;
    case "link":
    case "image":
      return <Link token={token as Tokens.Link}>{inside ?? (token as Tokens.Image).text}</Link>;
    case "text":
      return inside ?? decodeEntities((token as Tokens.Text).text);
    case "escape":
      return (token as Tokens.Escape).text;
    default:
      return token.raw;
  }
}

function Link({ token, children }: { readonly token: Tokens.Link; readonly children: ReactNode }): ReactNode {
  const href = safeLink(token.href);
  if (href === undefined) return <span title={token.href}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
      {children}
    </a>
  );
}
