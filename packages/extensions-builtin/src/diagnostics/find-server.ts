import { readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, extname, isAbsolute, join, resolve } from "node:path";
import { isProgram } from "@skein/platform/files";
import { isInside } from "@skein/platform/folders";
import type { LanguageServerEntry } from "./server-table.ts";

export interface FindServerOptions {
  readonly servers: readonly LanguageServerEntry[];
  /** The project's folder; absolute. */
  readonly cwd: string;
  /** The search path for programs. */
  readonly path: string;
  /** Whether programs of the project, and servers that run its code, may be started. */
  readonly mayRunProject: boolean;
}

export interface FoundServer {
  readonly name: string;
  /** The program first, absolute. */
  readonly argv: readonly string[];
  readonly languageId: string;
}

/**
 * The language server for a file that is installed and may be started: whichever the project has, before any of the system.
 *
 * @param file - absolute.
 */
export function findServer(file: string, options: FindServerOptions): FoundServer | undefined {
  if (!isInside(file, options.cwd)) return undefined;
  for (const folders of foldersFor(file, options)) {
    const found = serverIn(folders, file, options);
    if (found) return found;
  }
  return undefined;
}

function serverIn(
  folders: readonly string[],
  file: string,
  options: FindServerOptions,
): FoundServer | undefined {
  const { servers, mayRunProject } = options;
  const ending = extname(file).slice(1).toLowerCase();
  for (const { name, commands, languages, runsProject, needs } of servers) {
    const languageId = Object.hasOwn(languages, ending) ? languages[ending] : undefined;
    if (languageId === undefined || (runsProject && !mayRunProject)) continue;
    for (const [program = "", ...args] of commands) {
      const found = programAt(program, folders, options);
      if (found !== undefined && (!needs || isOf(needs, found)))
        return { name, argv: [found, ...args], languageId };
    }
  }
  return undefined;
}

/** The project's own first, then the system's. */
function foldersFor(
  file: string,
  { cwd, path, mayRunProject }: FindServerOptions,
): readonly (readonly string[])[] {
  const system = path.split(delimiter).filter(isAbsolute);
  if (!mayRunProject) return [system.filter((folder) => !isInside(folder, cwd))];
  const own = foldersUp(dirname(file), cwd).flatMap((folder) => [
    join(folder, "node_modules", ".bin"),
    join(folder, ".venv", "bin"),
    join(folder, "vendor", "bin"),
  ]);
  return [own, system];
}

function programAt(
  program: string,
  folders: readonly string[],
  { cwd, mayRunProject }: FindServerOptions,
): string | undefined {
  if (!program.includes("/")) return folders.map((folder) => join(folder, program)).find(isProgram);
  const path = resolve(cwd, program);
  return isProgram(path) && (mayRunProject || !isInside(path, cwd)) ? path : undefined;
}

/** Whether a program comes from a package: one beside the folder of programs that it is in, or the one it leads to. */
function isOf(
  { package: wanted, major }: NonNullable<LanguageServerEntry["needs"]>,
  program: string,
): boolean {
  const places = [join(dirname(program), "..", wanted), join(dirname(realpathSync(program)), "..")];
  return places.some((folder) => {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
        readonly name?: string;
        readonly version?: string;
      };
      return name === wanted && Number.parseInt(version ?? "", 10) >= major;
    } catch {
      return false;
    }
  });
}

function foldersUp(folder: string, top: string): readonly string[] {
  return folder === top || dirname(folder) === folder
    ? [folder]
    : [folder, ...foldersUp(dirname(folder), top)];
}
