import { ConfigError, SkeinError, type Redactor } from "@skein/protocol";
import type { Imported, ImportOptions, Sessions } from "@skein/runtime";

export interface SessionFile extends Pick<ImportOptions, "format" | "session"> {
  /** Absolute. */
  readonly path: string;
}

/** What came of a file: a session, or an error. */
export interface ImportEnd {
  readonly file: SessionFile;
  readonly imported?: Imported;
  readonly error?: SkeinError;
}

export interface ImportSessionsOptions {
  readonly redactor: Redactor;
  /** Told as each file ends. */
  readonly onEnd: (end: ImportEnd) => void;
}

/** One after the other; one that cannot be imported does not keep the next from it. */
export async function importSessions(
  sessions: Sessions,
  files: readonly SessionFile[],
  { redactor, onEnd }: ImportSessionsOptions,
): Promise<readonly ImportEnd[]> {
  const ends: ImportEnd[] = [];
  for (const file of files) {
    const end = await importOne(sessions, file, redactor);
    ends.push(end);
    onEnd(end);
  }
  return ends;
}

async function importOne(sessions: Sessions, file: SessionFile, redactor: Redactor): Promise<ImportEnd> {
  const { path, format, session } = file;
  try {
    return { file, imported: await sessions.import(path, { format, session, redactor }) };
  } catch (error) {
    if (!SkeinError.is(error)) throw error;
    return { file, error };
  }
}

/** Of another agent's session nothing else can be wrong in the use: the file is there, its format is known. */
export function wasImportedBefore({ error }: ImportEnd): boolean {
  return error !== undefined && ConfigError.is(error) && error.code === "usage";
}
