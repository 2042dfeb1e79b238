import { statSync } from "node:fs";
import type { Machine } from "@skein/host";
import type { KnownProviders } from "@skein/host/providers";
import { homeFolder } from "@skein/platform/user";
import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import { countSessions } from "./count-sessions.ts";
import { createCollector, type ImportFindings } from "./findings.ts";
import { isThere, programs, type Program } from "./programs.ts";
import type { Reading } from "./reading/reading.ts";

/** A program on this machine, and what it has for Skein. */
export interface FoundProgram {
  readonly id: string;
  readonly label: string;
  /** Of its settings. */
  readonly folder: string;
  readonly found: ImportFindings;
  readonly sessions: number;
}

export interface FindProgramOptions {
  /** Absolute: some programs have settings of projects. */
  readonly cwd: string;
  /** Those that Skein has: a key or an address of another is left alone. */
  readonly providers: KnownProviders;
}

export interface ReadProgramOptions extends FindProgramOptions {
  /** The program's folder, when it is not where the program itself would look. Absolute. */
  readonly from?: string | undefined;
}

/** Every program that is used on this machine, and what could be taken from each. */
export async function findPrograms(
  machine: Pick<Machine, "env">,
  options: FindProgramOptions,
): Promise<readonly FoundProgram[]> {
  const found: FoundProgram[] = [];
  for (const [id, program] of Object.entries(programs)) {
    const folders = usualFolders(program, machine);
    if (!isThere(program, folders.folder)) continue;
    found.push(await read(id, program, { ...options, ...folders, isDefault: true }));
  }
  return found;
}

/** What one program has. Throws `ConfigError` when Skein does not know it, and when nothing of it is there. */
export async function readProgram(
  machine: Pick<Machine, "env">,
  id: string,
  { from, ...options }: ReadProgramOptions,
): Promise<FoundProgram> {
  const program = programNamed(id);
  const folders = from === undefined ? usualFolders(program, machine) : { folder: from, data: from };
  requireFolder(program, folders.folder, from !== undefined);
  return read(id, program, { ...options, ...folders, isDefault: from === undefined });
}

async function read(id: string, program: Program, where: Omit<Reading, "into">): Promise<FoundProgram> {
  const collector = createCollector();
  await program.read({ ...where, into: collector });
  const sessions = await countSessions(program, where.data);
  return { id, label: program.label, folder: where.folder, found: collector.found, sessions };
}

function usualFolders(program: Program, { env }: Pick<Machine, "env">): ReturnType<Program["folders"]> {
  return program.folders(env, env["HOME"] ?? homeFolder());
}

function programNamed(id: string): Program {
  const program = Object.hasOwn(programs, id) ? programs[id] : undefined;
  if (program) return program;
  const known = Object.keys(programs);
  const guess = nearestWord(id, known);
  const all = `Skein can import from: ${known.join(", ")}.`;
  throw new ConfigError("usage", `Skein does not know the program "${id}".`, {
    hint: guess === undefined ? all : `Did you mean ${guess}? ${all}`,
  });
}

function requireFolder(program: Program, folder: string, isNamed: boolean): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere(program, folder) || (isFolder && isNamed)) return;
  throw new ConfigError(
    "unreadable",
    `There is nothing of ${program.label} in ${folder}.`,
    isNamed
      ? { hint: "Name the folder that holds its settings." }
      : { nextStep: { do: "name-import-folder" } },
  );
}
