import { displayText, truncate } from "@skein/terminal/width";
import type { ScreenSink } from "./screen-sink.ts";

/** So many lines are shown as they come; the others are kept for Ctrl+O. */
const mostLines = 40;
/** A command that writes without end fills no memory. */
const mostKept = 10_000;

/** Shows the output of a command of the user above the prompt. @returns takes a piece of it; `undefined`: that was all. */
export function createCommandOutput(
  sink: Pick<ScreenSink, "more" | "clipped" | "width" | "paint">,
): (text: string | undefined) => void {
  let rest = "";
  let shown = 0;
  let hidden: string[] = [];
  const lineOf = (line: string) => truncate(`  ${displayText(line.replace(/^.*\r(?=.)/, ""))}`, sink.width());

  function take(lines: readonly string[]): void {
    const now = lines.slice(0, Math.max(0, mostLines - shown));
    shown += now.length;
    if (now.length > 0) sink.more(now.map(lineOf));
    hidden = [...hidden, ...lines.slice(now.length)].slice(-mostKept);
  }

  return (text) => {
    if (text !== undefined) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? "";
      return take(lines);
    }
    if (rest !== "") take([rest]);
    if (hidden.length > 0) {
      sink.more([sink.paint("dim", `  … ${hidden.length} more lines · Ctrl+O`)]);
      sink.clipped(hidden.map(lineOf));
    }
    [rest, shown, hidden] = ["", 0, []];
  };
}
