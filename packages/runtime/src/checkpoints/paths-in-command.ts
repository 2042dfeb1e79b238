import { lstatSync, type Stats } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { resolve } from "node:path";

/** Different words of one command that are looked at as paths. */
const mostWords = 256;
/** Folders that a command enters, from which its words are looked at too. */
const mostFolders = 8;

/** Guesses, absolute. */
export interface PathsOfCommand {
  /** To be kept. */
  readonly named: readonly string[];
  /** Only to be told when they have changed. */
  readonly watched: readonly string[];
}

/**
 * What a command calls by name: kept also where it is ignored, or lies elsewhere. What lies in the system's folders, where
 * `/usr/bin/env` is named often and changed never, is only watched; so is what is not there yet outside of the folder, since
 * an undo deletes nothing elsewhere because of a guess.
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

/** Where a command goes before it names anything: its words may be meant from there. Each from the one before, and from `cwd`. */
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

/** What a shell makes of the words for the folders that are named most. */
function expanded(word: string, cwd: string): string {
  return word
    .replace(/^~(?=\/|$)/, homedir())
    .replace(/\$(?:\{(HOME|PWD|TMPDIR)\}|(HOME|PWD|TMPDIR)\b)/g, (_, braced?: string, plain?: string) => {
      const name = braced ?? plain;
      return name === "HOME" ? homedir() : name === "PWD" ? cwd : tmpdir();
    });
}

/** Folders are not: what lies in them cannot be told from their own state. */
function isWorthWatching(path: string, cwd: string): boolean {
  if (path.startsWith(`${cwd}/`) || cwd.startsWith(path === "/" ? path : `${path}/`) || path === cwd)
    return false;
  return !/^\/(?:dev|proc|sys)(?:\/|$)/.test(path) && statsOf(path)?.isDirectory() !== true;
}

/** `build/*.o` names what lies in `build`. */
function withoutPattern(word: string): string {
  const at = word.search(/[*?[{$]/);
  return at === -1 ? word : word.slice(0, word.lastIndexOf("/", at) + 1) || ".";
}

function isWorthKeeping(path: string, cwd: string): boolean {
  if (path === cwd || cwd.startsWith(path === "/" ? path : `${path}/`)) return false;
  if (path.startsWith(`${cwd}/`)) return true; // that nothing is there is worth knowing too
  const stats = statsOf(path);
  if (!stats?.isFile() && !stats?.isDirectory()) return false;
  return (
    !/^\/(?:bin|boot|dev|etc|lib|lib64|opt|proc|run|sbin|sys|usr)(?:\/|$)/.test(path) && !shared.has(path)
  );
}

/** Folders in which many programs work at once. */
const shared: ReadonlySet<string> = new Set([
  "/tmp",
  "/var",
  "/var/tmp",
  "/home",
  "/root",
  tmpdir(),
  homedir(),
]);

/** What a word is taken for may be no path at all: too long, or below a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
