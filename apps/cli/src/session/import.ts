import { importSessions, wasImportedBefore, type ImportEnd, type SessionFile } from "@skein/host/sessions";
import { exitCodes } from "@skein/protocol";
import type { ForeignFormat, Sessions } from "@skein/runtime";
import { sayError } from "../output/say-error.ts";
import { foreignHere } from "./foreign-home.ts";
import { progressBar } from "@skein/terminal";
import { note, print, printJson } from "../print.ts";
import { counted } from "@skein/session-view/text";
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
  if (asJson) printJson(asObject(taken));
  return taken.some(({ error }) => error !== undefined) ? exitCodes.usage : exitCodes.done;
}

/** All that other agents keep here. What was imported before is passed over. @returns the exit code. */
export async function importAll(
  sessions: Sessions,
  format: ForeignFormat | undefined,
  asJson: boolean,
): Promise<number> {
  const files = (await foreignHere(format)).toReversed();
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
  if (asJson) printJson(asObject(taken));
  else {
    const before = known > 0 ? [`${known} already here`] : [];
    const broken = failed > 0 ? [`${failed} could not be read`] : [];
    const all = [`${counted(taken.length - known - failed, "session")} imported`, ...before, ...broken];
    note(`${all.join(", ")}.`);
  }
  return failed > 0 ? exitCodes.usage : exitCodes.done;
}

/** Warnings that are shown of one file; `--json` has them all. */
const shownWarnings = 10;

function say({ file, imported, error }: ImportEnd): void {
  if (error) sayError(saidError(error), process.stderr);
  if (!imported) return;
  const { session, format, entries, children, warnings } = imported;
  print(session);
  const below = children.length > 0 ? `, with ${counted(children.length, "subagent")}` : "";
  note(`${file.path} (${format}): ${counted(entries, "entry", "entries")}${below}. skein resume ${session}`);
  for (const warning of warnings.slice(0, shownWarnings)) note(`  ${warning}`);
  if (warnings.length > shownWarnings) note(`  ${warnings.length - shownWarnings} more: --json`);
}

function asObject(ends: readonly ImportEnd[]): object {
  return {
    imported: ends.flatMap(({ file, imported }) => {
      if (!imported) return [];
      const { session: id, ...rest } = imported;
      return [{ id, path: file.path, ...rest }];
    }),
    failed: ends.flatMap(({ file, error }) => {
      if (!error) return [];
      const { path, session } = file;
      return [{ path, ...(session === undefined ? {} : { session }), ...saidError(error) }];
    }),
  };
}
