import type { Paint } from "@skein/terminal";

/** What the model says, behind a mark. @param begins - with the mark; otherwise it goes on. */
export function prose(lines: readonly string[], begins: Paint | undefined): string[] {
  return lines.map((line, at) => {
    if (at === 0 && begins) return `${begins("accent", "●")} ${line}`;
    return line === "" ? "" : `  ${line}`;
  });
}
