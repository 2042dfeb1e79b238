import { lexer, type Token } from "marked";
import { wrap } from "../text/text-width.ts";
import { displayText } from "../text/display-text.ts";
import { blockLines, type MarkdownLook } from "./render.ts";

/** A block that grows beyond this is cut, so that drawing it again and again stays cheap. */
const longestBlock = 16_384;

/**
 * Markdown that arrives in pieces. Blocks that can no longer change are handed out once and for all; the last one, still
 * open, is drawn again from its source.
 */
export interface MarkdownStream {
  add(delta: string): void;
  /** Lines of blocks that are complete since the last call, with the empty lines before them. */
  settled(look: MarkdownLook): string[];
  /** Lines of the block that is still open. */
  open(look: MarkdownLook): string[];
  /** Everything that is left; the stream is empty afterwards. */
  end(look: MarkdownLook): string[];
}

export function createMarkdownStream(): MarkdownStream {
  let source = "";
  /** Half of a character that was cut in two between deltas. */
  let half = "";
  let isFirst = true;

  function lines(tokens: readonly Token[], look: MarkdownLook): string[] {
    const drawn = blockLines(tokens, look);
    return drawn.length === 0 || isFirst ? drawn : ["", ...drawn];
  }

  function take(tokens: readonly Token[], look: MarkdownLook): string[] {
    const drawn = lines(tokens, look);
    if (drawn.length > 0) isFirst = false;
    return drawn;
  }

  return {
    add(delta) {
      const text = half + delta;
      half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : "";
      source += displayText(half === "" ? text : text.slice(0, -1));
    },
    settled(look) {
      const tokens = lexer(source);
      const last = tokens.findLastIndex(({ type }) => type !== "space");
      if (last > 0) {
        const done = tokens.slice(0, last);
        // By length: the lexer counts every character, but writes some spaces down as line breaks.
        source = source.slice(done.reduce((length, { raw }) => length + raw.length, 0));
        return take(done, look);
      }
      if (source.length <= longestBlock) return [];
      const { drawn, rest } = cutBlock(source, look);
      source = rest;
      const gap = isFirst ? [] : [""];
      isFirst = false;
      return [...gap, ...drawn];
    },
    open: (look) => lines(lexer(source), look),
    end(look) {
      const drawn = take(lexer(source + displayText(half)), look);
      source = half = "";
      return drawn;
    },
  };
}

/** Code is cut between lines, and what follows stays code; anything else is shown as it was written. */
function cutBlock(source: string, look: MarkdownLook): { drawn: string[]; rest: string } {
  const at = source.lastIndexOf("\n");
  const cut = at <= 0 ? source.length : at + 1;
  const fence = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/.exec(source)?.[0];
  if (fence === undefined) {
    return { drawn: wrap(source.slice(0, cut).trimEnd(), look.width), rest: source.slice(cut) };
  }
  if (at < fence.length) return { drawn: [], rest: source };
  return { drawn: blockLines(lexer(source.slice(0, cut)), look), rest: fence + source.slice(cut) };
}
