import { displayText, wrap } from "@skein/terminal/width";
import type { ScreenSink } from "./screen-sink.ts";

/** A thought of the model, dimmed. */
export function thoughtLines(
  thought: string,
  { width, paint }: Pick<ScreenSink, "width" | "paint">,
): string[] {
  const trimmed = displayText(thought).trim();
  if (trimmed === "") return [];
  return trimmed
    .split("\n")
    .flatMap((line) => wrap(line, width() - 2))
    .map((line) => (line === "" ? "" : paint("dim", `  ${line}`)));
}
