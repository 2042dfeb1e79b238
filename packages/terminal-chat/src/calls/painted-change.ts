import type { Style } from "@skein/terminal";
import { languageOfFile, type MarkdownLook } from "@skein/terminal/markdown";
import { displayText } from "@skein/terminal/width";
import { changeGutter, type ChangeLine } from "./change-lines.ts";

const markStyle: Readonly<Record<ChangeLine["mark"], Style>> = {
  "+": "added",
  "-": "removed",
  " ": "dim",
  "…": "dim",
};

/** A change as lines: number and mark say what happens to a line, its text has the colours of the file's language. */
export function paintedChange(
  change: readonly ChangeLine[],
  path: string,
  { paint, highlight }: Pick<MarkdownLook, "paint" | "highlight">,
): readonly string[] {
  const texts = change.map(({ text }) => displayText(text));
  const language = languageOfFile(path);
  const coloured = new Map<number, string>();
  // What goes and what comes are two versions of the same code.
  for (const mark of language === "" ? [] : (["-", "+"] as const)) {
    const rows = change.flatMap((line, at) => (line.mark === mark || line.mark === " " ? [at] : []));
    const lines = highlight?.(rows.map((at) => texts[at]).join("\n"), language)?.split("\n");
    if (lines?.length === rows.length)
      for (const [index, at] of rows.entries()) coloured.set(at, lines[index]!);
  }
  return change.map((line, at) => {
    const style = markStyle[line.mark];
    const text = texts[at] ?? "";
    const code = coloured.get(at);
    const gutter = changeGutter(line);
    return code === undefined ? paint(style, gutter + text) : paint(style, gutter) + code;
  });
}
