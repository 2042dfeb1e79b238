import { counted } from "@skein/protocol";
import { thisMachine } from "../machine.ts";
import { foreignHere } from "@skein/host/sessions";
import type { ForeignFormat, ForeignSessionFile } from "@skein/session-transfer/import";
import { shellWord } from "@skein/terminal";
import { foreignLines } from "@skein/terminal-chat/sessions";
import { note, print, printJson } from "../print.ts";

export interface ForeignList {
  readonly format: ForeignFormat | undefined;
  readonly limit: number;
  readonly asJson: boolean;
}

/** Each session with the command that imports it. */
export async function listForeign({ format, limit, asJson }: ForeignList): Promise<number> {
  const found = await foreignHere(thisMachine(), format);
  const shown = found.slice(0, limit);
  if (asJson) {
    printJson({ files: shown.map((file) => ({ ...file, command: commandOf(file) })), total: found.length });
    return 0;
  }
  foreignLines(shown, { command: commandOf, now: new Date() }).forEach(print);
  if (found.length === 0) {
    note(`No session of ${format ?? "another agent"} was found here. A file: skein session import FILE`);
    return 0;
  }
  if (found.length > shown.length) note(`${found.length - shown.length} more: --limit 0`);
  const formats = Map.groupBy(found, (file) => file.format);
  for (const [agent, files] of formats) {
    note(`All ${counted(files.length, "session")} of ${agent}: skein session import --all --from ${agent}`);
  }
  return 0;
}

function commandOf({ format, path, session }: ForeignSessionFile): string {
  const words = ["skein session import", shellWord(path), `--from ${format}`];
  return [...words, ...(session === undefined ? [] : [`--session ${shellWord(session)}`])].join(" ");
}
