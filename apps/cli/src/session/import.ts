import { ConfigError, exitCodes, SkeinError, type Redactor } from "@skein/protocol";
import type { ForeignFormat, Imported, ImportOptions, Sessions } from "@skein/runtime";
import { sayError } from "../output/say-error.ts";
import { foreignHere } from "./foreign-home.ts";
import { progressBar } from "./progress-bar.ts";
import { counted, note, print, printJson } from "./say.ts";
import { userRedactor } from "./user-redactor.ts";
import { saidError } from "../wording/next-step.ts";

export interface ImportFile extends Pick<ImportOptions, "format" | "session"> {
  /** Absolute. */
  readonly path: string;
}

/** One after the other; one that cannot be imported does not keep the next from it. @returns the exit code. */
export async function importFiles(
  sessions: Sessions,
  files: readonly ImportFile[],
  asJson: boolean,
): Promise<number> {
  const redactor = await userRedactor(process.cwd());
  const taken = await take(
    files,
    (file) => importOne(sessions, file, redactor),
    (end) => {
      if (!asJson) say(end);
    },
  );
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
  using bar = progressBar(files.length);
  const taken = await take(
    files,
    (file) => importOne(sessions, file, redactor),
    (end) => {
      bar.clear();
      if (!asJson && !isKnown(end)) say(end);
      bar.step();
    },
  );
  bar.clear();
  const known = taken.filter(isKnown).length;
  const failed = taken.filter((end) => end.error !== undefined && !isKnown(end)).length;
  if (asJson) printJson(asObject(taken));
  else {
    const before = known > 0 ? [`${known} already here`] : [];
    const broken = failed > 0 ? [`${failed} could not be read`] : [];
    const all = [`${counted(taken.length - known - failed, "session")} imported`, ...before, ...broken];
    note(`${all.join(", ")}.`);
  }
  return failed > 0 ? exitCodes.usage : exitCodes.done;
}

interface End {
  readonly file: ImportFile;
  readonly imported?: Imported;
  readonly error?: SkeinError;
}

async function take(
  files: readonly ImportFile[],
  work: (file: ImportFile) => Promise<Imported>,
  ended: (end: End) => void,
): Promise<readonly End[]> {
  const ends: End[] = [];
  for (const file of files) {
    let end: End;
    try {
      end = { file, imported: await work(file) };
    } catch (error) {
      if (!SkeinError.is(error)) throw error;
      end = { file, error };
    }
    ends.push(end);
    ended(end);
  }
  return ends;
}

function importOne(
  sessions: Sessions,
  { path, format, session }: ImportFile,
  redactor: Redactor,
): Promise<Imported> {
  return sessions.import(path, { format, session, redactor });
}

/** Of another agent's session nothing else can be wrong in the use: the file is there, its format is known. */
function isKnown({ error }: End): boolean {
  return error !== undefined && ConfigError.is(error) && error.code === "usage";
}

/** Warnings that are shown of one file; `--json` has them all. */
const shownWarnings = 10;

function say({ file, imported, error }: End): void {
  if (error) sayError(saidError(error), process.stderr);
  if (!imported) return;
  const { session, format, entries, children, warnings } = imported;
  print(session);
  const below = children.length > 0 ? `, with ${counted(children.length, "subagent")}` : "";
  note(`${file.path} (${format}): ${counted(entries, "entry", "entries")}${below}. skein resume ${session}`);
  for (const warning of warnings.slice(0, shownWarnings)) note(`  ${warning}`);
  if (warnings.length > shownWarnings) note(`  ${warnings.length - shownWarnings} more: --json`);
}

function asObject(ends: readonly End[]): object {
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
