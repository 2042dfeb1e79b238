import { thisMachine } from "../machine.ts";
import {
  importedObject,
  importSessions,
  wasImportedBefore,
  type ImportEnd,
  type SessionFile,
  foreignHere,
} from "@skein/host/sessions";
import { exitCodes } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ForeignFormat } from "@skein/session-transfer/import";
import { sayError } from "../output/say-error.ts";
import { progressBar } from "@skein/terminal";
import { note, print, printJson } from "../print.ts";
import { importCountsLine, importedLines } from "@skein/terminal-chat/sessions";
import { userRedactor } from "./user-redactor.ts";
import { saidError } from "../wording/next-step.ts";

/** One after the other; one that cannot be imported does not keep the next from it. @returns the exit code. */
export async function importFiles(
  sessions: Sessions,
  files: readonly SessionFile[],
  asJson: boolean,
): Promise<number> {
  const redactor = await userRedactor(process.cwd());
  const onEnd = (end: ImportEnd) => {
    if (!asJson) say(end);
  };
  const taken = await importSessions(sessions, files, { redactor, onEnd });
  if (asJson) printJson(importedObject(taken, saidError));
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
  using bar = progressBar(process.stderr, files.length);
  const onEnd = (end: ImportEnd) => {
    bar.clear();
    if (!asJson && !wasImportedBefore(end)) say(end);
    bar.step();
  };
  const taken = await importSessions(sessions, files, { redactor, onEnd });
  bar.clear();
  const known = taken.filter(wasImportedBefore).length;
  const failed = taken.filter((end) => end.error !== undefined && !wasImportedBefore(end)).length;
  if (asJson) printJson(importedObject(taken, saidError));
  else note(importCountsLine({ imported: taken.length - known - failed, known, failed }));
  return failed > 0 ? exitCodes["not-started"] : exitCodes.done;
}

function say({ file, imported, error }: ImportEnd): void {
  if (error) sayError(saidError(error), process.stderr);
  if (!imported) return;
  print(imported.session);
  const words = { resume: `skein resume ${imported.session}`, whole: "--json" };
  importedLines(file, imported, words).forEach(note);
}
