import { realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import { homeFolder } from "@skein/platform/user";
import { isJsonObject, type JsonValue } from "@skein/protocol";

/** The most words of a command that are tried as paths. */
const mostWords = 64;

/**
 * The folders of the files that a call names, with links resolved: every text whose field is named like a path, and the words
 * of a command.
 */
export async function touchedFolders(input: JsonValue, cwd: string): Promise<readonly string[]> {
  const paths = new Set(pathsIn(input).map((path) => resolve(cwd, path.replace(/^~(?=\/|$)/, homeFolder()))));
  const folders = await Promise.all([...paths].map(folderOf));
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

/** From the one below `root` down to `folder`; none when it is not below. */
export function foldersBetween(root: string, folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; at !== root && isInside(at, root); at = dirname(at)) found.unshift(at);
  return found;
}

function pathsIn(input: JsonValue): readonly string[] {
  if (!isJsonObject(input)) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    if (typeof value !== "string") return Array.isArray(value) ? value.flatMap(pathsIn) : [];
    if (/^(?:.*_)?(?:path|file|folder|directory|dir)$/i.test(name)) return [value];
    return name === "command" ? wordsOf(value) : [];
  });
}

/** Words with a slash; what stands elsewhere is in the working folder, whose notes are known. */
function wordsOf(command: string): readonly string[] {
  const words = command.split(/[\s'"`;&|<>()=]+/).filter((word) => word.includes("/") || word === "..");
  const entered = [...command.matchAll(/\bcd\s+([\w./-]+)/g)].map(([, folder = ""]) => folder);
  return [...new Set([...words, ...entered])].slice(0, mostWords);
}

/** The nearest one that is there: a file may be about to be made. */
async function folderOf(path: string): Promise<string | undefined> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const stats = await stat(at).catch(() => undefined);
    if (stats) return realpath(stats.isDirectory() ? at : dirname(at)).catch(() => undefined);
  }
  return undefined;
}
