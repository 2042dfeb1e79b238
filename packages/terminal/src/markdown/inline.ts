import type { Token, Tokens } from "marked";
import type { Link } from "../text/link.ts";
import type { Paint } from "../text/style.ts";

export interface InlineLook {
  readonly paint: Paint;
  readonly link?: Link | undefined;
}

/** Inline Markdown as one styled string; `\n` where the author broke the line. */
export function inlineText(tokens: readonly Token[], look: InlineLook): string {
  return tokens.map((token) => inlineToken(token as Tokens.Generic, look)).join("");
}

function inlineToken(token: Tokens.Generic, look: InlineLook): string {
  const { paint } = look;
  const inner = () => (token.tokens ? inlineText(token.tokens, look) : decoded(token["text"] as string));
  switch (token.type) {
    case "strong":
      return paint("bold", inner());
    case "em":
      return paint("italic", inner());
    case "del":
      return paint("strikethrough", inner());
    case "codespan":
      return paint("code", token["text"] as string);
    case "br":
      return "\n";
    case "link":
      return linkText(inner(), token as Tokens.Link, look);
    case "image":
      return linkText(`[image: ${token["text"] as string}]`, token as Tokens.Link, look);
    case "html":
      return token.raw;
    case "checkbox":
      return ""; // the list draws it
    default:
      return inner();
  }
}

/** A link is text: where it leads is always to be seen, and nothing is clickable that says something else. */
function linkText(text: string, { href, text: plain }: Tokens.Link, { paint, link }: InlineLook): string {
  const target = href.replace(/^mailto:/, "");
  const underlined = paint("underline", text);
  const isPlain = target === plain || target === "";
  const shown = isPlain ? underlined : `${underlined} ${paint("dim", `(${target})`)}`;
  return link ? link(shown, href) : shown;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** The few entities that models write. Numbered ones stay as they are: they could name any character. */
function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? entity);
}
