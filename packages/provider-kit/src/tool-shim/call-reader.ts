// Calls in streamed text. Text must be shown as it arrives, but a line that can
// become a call must not flash on the screen first: the start of each line is
// held back until it is clear what it is. Models also explain calls to users,
// in code blocks, so the parser follows fenced blocks as Markdown defines them.

/** Piece of a reply's text: text to show, or a block with a call. */
type Piece =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "block";
      readonly body: string;
      /**
       * `false` if the reply ended, or another block started, before the
       * block's end.
       */
      readonly closed: boolean;
    };

/** Parser of one text part. */
export interface CallReader {
  /** Returns the pieces that this text completes. */
  push(text: string): Piece[];
  /** Returns the rest. Called at the end of the text. */
  end(): Piece[];
}

/**
 * Finds calls in streaming text, in linear time for any chunking.
 *
 * A call is written between `<tool_call>` and `</tool_call>`, or in a fenced
 * block with the info string `tool_call`. Both must start a line, with at most
 * three spaces of indentation, outside of other fenced blocks. `</tool_call>`
 * inside a JSON string does not end a call. A `<tool_result>` that a model
 * invents after a call is dropped with everything that follows.
 *
 * Source: CommonMark 0.31, 4.5 (fenced code blocks).
 */
export function createCallReader(): CallReader {
  let pieces: Piece[] = [];
  let mode: Mode = { kind: "text" };
  const line = createLine();
  let hasCalled = false;

  const show = (text: string): void => {
    if (text !== "") pieces.push({ type: "text", text });
  };
  const finish = (body: string, closed: boolean): void => {
    hasCalled = true;
    pieces.push({ type: "block", body, closed });
    line.restart();
  };

  /**
   * Consumes the part of `text` that belongs to the mode, and returns the rest.
   */
  const step = (text: string): string => {
    switch (mode.kind) {
      case "text": {
        const taken = line.take(text, hasCalled);
        show(taken.show);
        if (taken.opens === "tag") mode = { kind: "tag", scan: createTagScan() };
        else if (taken.opens === "made-up") mode = { kind: "made-up" };
        else if (taken.opens) mode = { kind: "fence", lines: createFenceScan(taken.opens.ticks) };
        return taken.rest;
      }
      case "tag": {
        const { end, rest } = mode.scan.take(text);
        if (!end) return "";
        finish(mode.scan.body(), end === "closed");
        mode = end === "closed" ? { kind: "text" } : { kind: "tag", scan: createTagScan() };
        return rest;
      }
      case "fence": {
        const { ended, rest } = mode.lines.take(text);
        if (!ended) return "";
        finish(mode.lines.body(), true);
        mode = { kind: "text" };
        return rest;
      }
      case "made-up":
        return "";
    }
  };

  const given = (): Piece[] => {
    const all = pieces;
    pieces = [];
    return all;
  };

  return {
    push(text) {
      for (let rest = text; rest !== "";) rest = step(rest);
      return given();
    },
    end() {
      // The reply is over, so a held-back line is text.
      if (mode.kind === "text") show(line.held());
      if (mode.kind === "fence") {
        const isClosed = mode.lines.endsClosed();
        finish(mode.lines.body(), isClosed);
      }
      if (mode.kind === "tag") {
        const body = mode.scan.body();
        // The text only mentions the tag.
        if (/^\s*[[{]/.test(body)) finish(body, false);
        else show(openTag + body);
      }
      mode = { kind: "text" };
      return given();
    },
  };
}

/**
 * State of the parser: in text, in a tagged block, in a fenced block, or after
 * a result that the model invented.
 */
type Mode =
  | { readonly kind: "text" | "made-up" }
  | { readonly kind: "tag"; readonly scan: TagScan }
  | { readonly kind: "fence"; readonly lines: FenceScan };

/** Start of a call, as the instructions show it to the model. */
export const openTag = "<tool_call>";
/** End of a call. */
export const closeTag = "</tool_call>";
const fenceWord = "tool_call";
const resultTag = "<tool_result";

/** Start of a block that a line contains. */
type Opening = "tag" | "made-up" | { readonly ticks: number };

/** Parser of lines outside of calls. */
interface Line {
  /**
   * Returns the text to show, and whether a block starts. `rest` is not
   * consumed yet.
   */
  take(text: string, hasCalled: boolean): { show: string; opens?: Opening; rest: string };
  /** Returns the start of a line that is held back. */
  held(): string;
  /** Starts a line after a block. */
  restart(): void;
}

/**
 * Characters of a line to remember. Longer lines do not start a fenced block.
 */
const maxHead = 4096;

/**
 * Creates the state of the current line, and of the fenced block that contains
 * it.
 */
function createLine(): Line {
  /**
   * The line's beginning. Not shown yet while `isHeld`, since it may start a
   * call.
   */
  let head = "";
  let isHeld = true;
  let fence: { readonly mark: string; readonly length: number } | undefined;

  const restart = (): void => {
    head = "";
    isHeld = fence === undefined;
  };
  const endLine = (): void => {
    const found = fenceIn(head);
    if (!fence) fence = found;
    else if (found?.mark === fence.mark && found.length >= fence.length && found.info === "")
      fence = undefined;
    restart();
  };

  return {
    restart,
    held: () => (isHeld ? head : ""),
    take(text, hasCalled) {
      const newline = text.indexOf("\n");
      const part = newline === -1 ? text : text.slice(0, newline + 1);
      const rest = text.slice(part.length);
      // Inside of a line, or of a fenced block: nothing here can start a call.
      if (!isHeld) {
        if (head.length < maxHead) head += part.slice(0, maxHead);
        if (newline !== -1) endLine();
        return { show: part, rest };
      }
      // The start of a line, with what was held back.
      const all = head + part;
      const said = all.replace(/^ {1,3}/, "");
      if (said.startsWith(openTag)) {
        return { show: "", opens: "tag", rest: text.slice(part.length - (said.length - openTag.length)) };
      }
      if (hasCalled && said.startsWith(resultTag)) return { show: "", opens: "made-up", rest: "" };
      const ticks = fencedCall.exec(said)?.[1]?.length;
      if (ticks !== undefined) return { show: "", opens: { ticks }, rest };
      head = all.slice(0, maxHead);
      if (newline === -1 && all.length < maxHead && mayOpen(said, hasCalled)) return { show: "", rest };
      isHeld = false;
      if (newline !== -1) endLine();
      return { show: all, rest };
    },
  };
}

/** Matches the whole first line of a fenced block that is a call. */
const fencedCall = new RegExp(`^(\`{3,})[ \\t]*${fenceWord}[ \\t]*\\r?\\n$`);

/**
 * Returns true if a line with this start can become the start of a call, so
 * that it must be held back.
 */
function mayOpen(said: string, hasCalled: boolean): boolean {
  if (openTag.startsWith(said) || (hasCalled && resultTag.startsWith(said))) return true;
  const word = /^`{3,}[ \t]*(.*)$/s.exec(said)?.[1];
  if (word === undefined) return /^ {0,3}$|^`{1,2}$/.test(said);
  return fenceWord.startsWith(word) || /^[ \t]*\r?$/.test(word.replace(fenceWord, ""));
}

/** Parses a line as the start or end of a fenced block. */
function fenceIn(line: string): { mark: string; length: number; info: string } | undefined {
  const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line);
  if (!fence) return undefined;
  const [run, info] = [fence[1]!, fence[2]!];
  const mark = run.charAt(0);
  return mark === "`" && info.includes("`") ? undefined : { mark, length: run.length, info: info.trim() };
}

/** Search for the end of a tagged block. */
interface TagScan {
  take(text: string): { end?: "closed" | "reopened"; rest: string };
  body(): string;
}

/**
 * Finds the end of a tagged block outside of JSON strings, which cannot span
 * lines.
 */
function createTagScan(): TagScan {
  const taken: string[] = [];
  let inString = false;
  let isEscaped = false;
  /** A possible beginning of a tag. */
  let tag = "";

  return {
    body: () => taken.join("") + tag,
    take(text) {
      let from = tag === "" ? 0 : text.length;
      for (let at = 0; at < text.length; at++) {
        const char = text[at]!;
        if (tag !== "") {
          tag += char;
          if (tag === closeTag || tag === openTag) {
            const end = tag === closeTag ? "closed" : "reopened";
            tag = "";
            return { end, rest: text.slice(at + 1) };
          }
          if (closeTag.startsWith(tag) || openTag.startsWith(tag)) continue;
          // The last character is read again: it may start a tag or a string.
          taken.push(tag.slice(0, -1));
          tag = "";
          from = at;
        }
        // JSON strings cannot contain line feeds: an unclosed quote ends with
        // its line.
        if (char === "\n") inString = isEscaped = false;
        else if (isEscaped) isEscaped = false;
        else if (inString && char === "\\") isEscaped = true;
        else if (char === '"') inString = !inString;
        else if (char === "<" && !inString) {
          taken.push(text.slice(from, at));
          tag = char;
          from = text.length;
        }
      }
      taken.push(text.slice(from));
      return { rest: "" };
    },
  };
}

/** Search for the end of a fenced block. */
interface FenceScan {
  take(text: string): { ended: boolean; rest: string };
  body(): string;
  /** Returns true if the last line is the block's end, without a line feed. */
  endsClosed(): boolean;
}

/**
 * Finds the end of a fenced block: a line with at least as many backticks as
 * its first line.
 */
function createFenceScan(ticks: number): FenceScan {
  const lines: string[] = [];
  /** Chunks of the incomplete line. */
  let current: string[] = [];
  const isEnd = (line: string): boolean => {
    const run = /^ {0,3}(`+)[ \t]*\r?\n?$/.exec(line)?.[1];
    return run !== undefined && run.length >= ticks;
  };
  return {
    body: () => lines.join("") + current.join(""),
    endsClosed() {
      const closed = isEnd(current.join(""));
      if (closed) current = [];
      return closed;
    },
    take(text) {
      let from = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
        const line = current.join("") + text.slice(from, end + 1);
        current = [];
        from = end + 1;
        if (isEnd(line)) return { ended: true, rest: text.slice(from) };
        lines.push(line);
      }
      current.push(text.slice(from));
      return { ended: false, rest: "" };
    },
  };
}
