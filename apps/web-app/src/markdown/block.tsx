import type { Token, Tokens } from "marked";
import { memo, type ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { Inline } from "./inline.tsx";

interface BlockProps {
  readonly token: Token;
  /** It may go on: its code is not coloured yet. */
  readonly isOpen?: boolean;
}

/** One block. A block that is the same as before is not drawn again. */
export const Block = memo(
  ({ token, isOpen = false }: BlockProps): ReactNode => blockOf(token, isOpen),
  (one, other) => one.token.raw === other.token.raw && one.isOpen === other.isOpen,
);

function blockOf(token: Token, isOpen: boolean): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return undefined;
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      // The page has the headings above these.
      const Heading = `h${Math.min(depth + 2, 6)}` as "h3";
      return (
        <Heading>
          <Inline tokens={tokens} />
        </Heading>
      );
    }
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock code={text} language={lang} isOpen={isOpen} />;
    }
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={(token as Tokens.Blockquote).tokens} />
        </blockquote>
      );
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "paragraph":
      return (
        <p>
          <Inline tokens={(token as Tokens.Paragraph).tokens} />
        </p>
      );
    default:
      return "tokens" in token && token.tokens ? <Inline tokens={token.tokens} /> : <p>{token.raw}</p>;
  }
}

function Blocks({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, at) => <Block key={at} token={token} />);
}

function List({ list }: { readonly list: Tokens.List }): ReactNode {
  const items = list.items.map((item, at) => (
    <li key={at} className={item.task ? "task" : undefined}>
      <Blocks tokens={item.tokens} />
    </li>
  ));
  return list.ordered ? <ol start={Number(list.start)}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { readonly table: Tokens.Table }): ReactNode {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, at) => (
              <th key={at} scope="col" data-align={cell.align}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} data-align={cell.align}>
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
