/** A piece of a reply's text: something to show, or a block in which a call is written. */
type Piece =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "block";
      readonly body: string;
      /** `false`: the reply, or another block, came before the block's end. */
      readonly closed: boolean;
    };

export interface CallReader {
  push(text: string): Piece[];
  /** Nothing more will come. */
  end(): Piece[];
}

/**
 * Finds the calls in a text while it streams in; linear in time however it is cut.
 *
 * A call stands between `<tool_call>` and `</tool_call>`, or in a fenced block whose only word is `tool_call`. Both
 * begin a line, with at most three spaces before, and outside of other fenced blocks: what stands in those, or in the
 * middle of a line, only looks like a call. `</tool_call>` inside a JSON string ends nothing. What a model writes behind
 * a call as if it were the result (`<tool_result>`) is made up, and all that follows from it too: it is dropped.
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

  /** Takes from `text` what belongs to the mode, and gives back the rest. */
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
      if (mode.kind === "text") show(line.held());
      if (mode.kind === "fence") {
        const isClosed = mode.lines.endsClosed();
        finish(mode.lines.body(), isClosed);
      }
      if (mode.kind === "tag") {
        const body = mode.scan.body();
        // Somebody who only speaks of the tag.
        if (/^\s*[[{]/.test(body)) finish(body, false);
        else show(openTag + body);
      }
      mode = { kind: "text" };
      return given();
    },
  };
}

type Mode =
  | { readonly kind: "text" | "made-up" }
  | { readonly kind: "tag"; readonly scan: TagScan }
  | { readonly kind: "fence"; readonly lines: FenceScan };

export const openTag = "<tool_call>";
export const closeTag = "</tool_call>";
const fenceWord = "tool_call";
const resultTag = "<tool_result";

type Opening = "tag" | "made-up" | { readonly ticks: number };

interface Line {
  take(text: string, hasCalled: boolean): { show: string; opens?: Opening; rest: string };
  /** What was kept back of a line that did not go on. */
  held(): string;
  restart(): void;
}

/** Longer lines begin no fenced block. */
const maxHead = 4096;

/** The current line of what is shown, and the fenced block it stands in. */
function createLine(): Line {
  /** The line's beginning. While `isHeld`, nothing of it has been shown, since a call may begin there. */
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
      if (!isHeld) {
        if (head.length < maxHead) head += part.slice(0, maxHead);
        if (newline !== -1) endLine();
        return { show: part, rest };
      }
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

/** The whole line of a fenced block that is a call. */
const fencedCall = new RegExp(`^(\`{3,})[ \\t]*${fenceWord}[ \\t]*\\r?\\n$`);

/** Whether a line that has begun like this may go on to be the beginning of a call. */
function mayOpen(said: string, hasCalled: boolean): boolean {
  if (openTag.startsWith(said) || (hasCalled && resultTag.startsWith(said))) return true;
  const word = /^`{3,}[ \t]*(.*)$/s.exec(said)?.[1];
  if (word === undefined) return /^ {0,3}$|^`{1,2}$/.test(said);
  return fenceWord.startsWith(word) || /^[ \t]*\r?$/.test(word.replace(fenceWord, ""));
}

function fenceIn(line: string): { mark: string; length: number; info: string } | undefined {
  const [, run = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? [];
  const mark = run.charAt(0);
  if (mark === "" || (mark === "`" && info.includes("`"))) return undefined;
  return { mark, length: run.length, info: info.trim() };
}

interface TagScan {
  take(text: string): { end?: "closed" | "reopened"; rest: string };
  body(): string;
}

/** Looks for the end of a tagged block outside of JSON strings. A line's end ends a string too: JSON has none that go on. */
function createTagScan(): TagScan {
  const taken: string[] = [];
  let inString = false;
  let isEscaped = false;
  /** What may be the beginning of a tag. */
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
          // The last character is looked at again: it may begin a tag or a string.
          taken.push(tag.slice(0, -1));
          tag = "";
          from = at;
        }
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

interface FenceScan {
  take(text: string): { ended: boolean; rest: string };
  body(): string;
  /** Whether the last line, which no other follows, is the block's end. */
  endsClosed(): boolean;
}

function createFenceScan(ticks: number): FenceScan {
  const lines: string[] = [];
  /** Pieces of the line that has not ended. */
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
