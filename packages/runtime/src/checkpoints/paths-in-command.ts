import { lstatSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";

/** The most distinct words of a command that are tried as paths. */
const mostWords = 256;
/** The most folders that a command enters, relative to which its words are tried too. */
const mostFolders = 8;

/** Guessed absolute paths. */
export interface PathsOfCommand {
  /** Kept in the checkpoint. */
  readonly named: readonly string[];
  /** Only reported when changed. */
  readonly watched: readonly string[];
}

/**
 * Finds the paths that a command names. They are kept even if ignored or outside the folder. Paths in system
 * folders are only watched, since they are often named but rarely changed (`/usr/bin/env`); so are missing
 * paths outside the folder, because an undo must not delete files there on a guess.
 */
export function pathsIn(command: string, cwd: string): PathsOfCommand {
  const said = command.split(/[\s'"`;&|<>()=\0]+/).filter((word) => word !== "" && !word.startsWith("-"));
  const words = [...new Set(said)].slice(0, mostWords).map((word) => withoutPattern(expanded(word, cwd)));
  const elsewhere = foldersEntered(command, cwd).flatMap((folder) =>
    words.map((word) => resolve(folder, word)).filter((path) => statsOf(path)),
  );
  const all = [...new Set([...words.map((word) => resolve(cwd, word)), ...elsewhere])];
  const named = all.filter((path) => isWorthKeeping(path, cwd));
  return { named, watched: all.filter((path) => !named.includes(path) && isWorthWatching(path, cwd)) };
}

/**
 * The folders a command changes into, to which later words may be relative; each resolved from the previous
 * one and from `cwd`.
 */
function foldersEntered(command: string, cwd: string): readonly string[] {
  const folders = new Set<string>();
  let last = cwd;
  for (const [, quoted, plain] of command.matchAll(
    /(?:^|[\s;&|(])cd\s+(?:--\s+)?(?:["']([^"']+)["']|([^\s;&|()<>"']+))/g,
  )) {
    if (folders.size >= mostFolders) break;
    const folder = expanded(quoted ?? plain ?? "", cwd);
    for (const base of new Set([cwd, last])) folders.add(resolve(base, folder));
    last = resolve(last, folder);
  }
  return [...folders].filter((folder) => folder !== cwd);
}

/** Expands the most common shell words for folders. */
function expanded(word: string, cwd: string): string {
  return word
    .replace(/^~(?=\/|$)/, homeFolder())
    .replace(/\$(?:\{(HOME|PWD|TMPDIR)\}|(HOME|PWD|TMPDIR)\b)/g, (_, braced?: string, plain?: string) => {
      const name = braced ?? plain;
      return name === "HOME" ? homeFolder() : name === "PWD" ? cwd : tmpdir();
    });
}

/** Not folders, whose own state says nothing about their contents. */
function isWorthWatching(path: string, cwd: string): boolean {
  if (path.startsWith(`${cwd}/`) || cwd.startsWith(path === "/" ? path : `${path}/`) || path === cwd)
    return false;
  return !/^\/(?:dev|proc|sys)(?:\/|$)/.test(path) && statsOf(path)?.isDirectory() !== true;
}

/** `build/*.o` names files in `build`. */
function withoutPattern(word: string): string {
  const at = word.search(/[*?[{$]/);
  return at === -1 ? word : word.slice(0, word.lastIndexOf("/", at) + 1) || ".";
}

function isWorthKeeping(path: string, cwd: string): boolean {
  if (path === cwd || cwd.startsWith(path === "/" ? path : `${path}/`)) return false;
  if (path.startsWith(`${cwd}/`)) return true; // a missing file is recorded too
  const stats = statsOf(path);
  if (!stats?.isFile() && !stats?.isDirectory()) return false;
  return !/^\/(?:bin|boot|dev|etc|lib|lib64|opt|proc|run|sbin|sys|usr)(?:\/|$)/.test(path) && !isShared(path);
}

/** Whether a folder is shared by many programs. */
function isShared(path: string): boolean {
  return ["/tmp", "/var", "/var/tmp", "/home", "/root", tmpdir(), homeFolder()].includes(path);
}

/** A word may be no valid path: too long, or below a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
