import { thisMachine } from "../machine.ts";
import {
  importedObject,
  importSessions,
  wasImportedBefore,
  type ImportEnd,
  type SessionFile,
  foreignHere,
} from "@skein/host/sessions";
import { exitCodes, type OutcomeError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ForeignFormat } from "@skein/session-transfer/import";
import { openErrorText } from "../output/error-text.ts";
import { sayError } from "../output/say-error.ts";
import { progressBar } from "@skein/terminal";
import { note, print, printJson } from "../print.ts";
import { importCountsLine, importedLines } from "@skein/terminal-chat/sessions";
import { userRedactor } from "./user-redactor.ts";

/** One after the other; one that cannot be imported does not keep the next from it. @returns the exit code. */
export async function importFiles(
  sessions: Sessions,
  files: readonly SessionFile[],
  asJson: boolean,
): Promise<number> {
  const redactor = await userRedactor(process.cwd());
  const errorText = await openErrorText();
  const onEnd = (end: ImportEnd) => {
    if (!asJson) say(end, errorText);
  };
  const taken = await importSessions(sessions, files, { redactor, onEnd });
  if (asJson) printJson(importedObject(taken, errorText));
  return taken.some(({ error }) => error !== undefined) ? exitCodes["not-started"] : exitCodes.done;
}

/** All that other agents keep here. What was imported before is passed over. @returns the exit code. */
export async function importAll(
  sessions: Sessions,
  format: ForeignFormat | undefined,
  asJson: boolean,
): Promise<number> {
  const files = (await foreignHere(thisMachine(), format)).toReversed();
  const redactor = await userRedactor(process.cwd());
  const errorText = await openErrorText();
  using bar = progressBar(process.stderr, files.length);
  const onEnd = (end: ImportEnd) => {
    bar.clear();
    if (!asJson && !wasImportedBefore(end)) say(end, errorText);
    bar.step();
  };
  const taken = await importSessions(sessions, files, { redactor, onEnd });
  bar.clear();
  const known = taken.filter(wasImportedBefore).length;
  const failed = taken.filter((end) => end.error !== undefined && !wasImportedBefore(end)).length;
  if (asJson) printJson(importedObject(taken, errorText));
  else note(importCountsLine({ imported: taken.length - known - failed, known, failed }));
  return failed > 0 ? exitCodes["not-started"] : exitCodes.done;
}

function say({ file, imported, error }: ImportEnd, errorText: (error: unknown) => OutcomeError): void {
  if (error) sayError(errorText(error), process.stderr);
  if (!imported) return;
  print(imported.session);
  const words = { resume: `skein resume ${imported.session}`, whole: "--json" };
  importedLines(file, imported, words).forEach(note);
}
