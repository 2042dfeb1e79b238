import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { homeFolder } from "@skein/platform/user";

/** The names in a path, composed the same way however they were typed. */
export function namesIn(path: string): readonly string[] {
  return normalize(path)
    .normalize("NFC")
    .split(sep)
    .filter((part) => part !== "");
}

/** Case does not count either: there are file systems to which it makes no difference. */
export function foldedNames(path: string): readonly string[] {
  return namesIn(path).map((name) => name.toLowerCase());
}

/** As it was given, and with all links followed as far as there is something. */
export function bothOf(path: string): readonly string[] {
  const real = realPath(path);
  return real === path ? [path] : [path, real];
}

/** Absolute; `~` is the home folder, and what is relative starts in `cwd`. */
function absolutePath(path: string, cwd: string, home: string = homeFolder()): string {
  if (path === "~") return home;
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(cwd, path);
}

/**
 * Every place that a path may lead to: as a program reads it, which drops `name/..`, and as the system does, which follows
 * the link `name` first. Each as given and with its links followed.
 */
export function placesOf(path: string, cwd: string): readonly string[] {
  const plain = absolutePath(path, cwd);
  const isOdd = path.includes("..") && !path.startsWith("~");
  const walked = isOdd ? realPath(isAbsolute(path) ? path : `${cwd}${sep}${path}`) : plain;
  return [...new Set([...bothOf(plain), ...(isOdd ? [walked] : [])])];
}

/** Links followed as far as there is something; the rest as it is written. */
export function realPath(path: string, links: number = mostLinks): string {
  try {
    return realpathSync.native(path);
  } catch {
    const target = links > 0 ? linkTarget(path) : undefined;
    if (target !== undefined) return realPath(target, links - 1);
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder, links), basename(path));
  }
}

/** Links that lead to nothing are followed too: writing through one makes the file. */
function linkTarget(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return undefined;
  }
}

/** As many as Linux follows. */
const mostLinks = 40;
