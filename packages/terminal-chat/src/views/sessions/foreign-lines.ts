import type { ForeignSessionFile } from "@skein/session-transfer/import";
import { shortTime } from "@skein/terminal";

/** Sessions of other agents, each with the command that imports it. */
export function foreignLines(
  files: readonly ForeignSessionFile[],
  { command, now }: { readonly command: (file: ForeignSessionFile) => string; readonly now: Date },
): readonly string[] {
  return files.flatMap((file) => {
    const { format, modifiedAt, title = "" } = file;
    return [`${format}  ${shortTime(modifiedAt, now)}  ${title}`.trimEnd(), `  ${command(file)}`];
  });
}
