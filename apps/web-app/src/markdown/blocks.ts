import { lexer, type Token } from "marked";

/** A text of Markdown in blocks: paragraphs, lists, blocks of code. */
export interface MarkdownBlocks {
  readonly text: string;
  readonly blocks: readonly Token[];
}

/** A longer paragraph is not read again at each piece of it, while it streams in. Characters. */
const longParagraph = 8_192;

/**
 * The blocks of a text. Of one that has grown, only the last block is read again: those before it stay the same objects.
 *
 * @param before - of the text as it was
 */
export function blocksOf(text: string, before?: MarkdownBlocks): MarkdownBlocks {
  if (before === undefined || !text.startsWith(before.text)) return { text, blocks: lexer(text) };
  const added = text.slice(before.text.length);
  if (added === "") return before;
  const last = before.blocks.findLastIndex(({ type }) => type !== "space");
  const kept = before.blocks.slice(0, Math.max(last, 0));
  const open = before.blocks[last];
  if (open?.type === "paragraph" && open.raw.length > longParagraph && !added.includes("\n"))
    return { text, blocks: [...kept, plainParagraph(open.raw + added)] };
  const head = kept.map(({ raw }) => raw).join("");
  // The lexer changes some white space.
  if (!text.startsWith(head)) return { text, blocks: lexer(text) };
  return { text, blocks: [...kept, ...lexer(text.slice(head.length))] };
}

function plainParagraph(raw: string): Token {
  return { type: "paragraph", raw, text: raw, tokens: [{ type: "text", raw, text: raw }] };
}
