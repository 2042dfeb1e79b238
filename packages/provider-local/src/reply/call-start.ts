import { toolCallStart } from "@skein/provider-kit";

/** Search for the start of a call. */
export interface CallStart {
  /** Returns true if a call starts at the end of the text so far, with white space behind the tag at most. */
  push(text: string): boolean;
}

/**
 * Finds the tag that starts a call: on a line of its own, outside of fenced blocks, as `withToolShim` reads it. Models also
 * show calls to users in fenced blocks.
 */
export function createCallStart(): CallStart {
  let line = "";
  let isFenced = false;
  return {
    push(text) {
      const lines = (line + text).split("\n");
      line = lines.pop()!;
      for (const whole of lines) if (/^ {0,3}(`{3}|~{3})/.test(whole)) isFenced = !isFenced;
      const last = line === "" ? (lines.at(-1) ?? "") : line;
      const starts = !isFenced && isStart(last);
      if (starts) line = "";
      return starts;
    },
  };
}

const isStart = (line: string): boolean =>
  /^ {0,3}<tool_call>[ \t]*$/.test(line) && line.includes(toolCallStart);
