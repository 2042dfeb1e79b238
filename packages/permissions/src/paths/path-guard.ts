import { readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, normalize, resolve, sep } from "node:path";
import { guardedPaths, sampleEndings, type GuardedPath } from "./guarded-paths.ts";

export interface PathGuardOptions {
  /** Default: the user's. */
  readonly home?: string;
  /** Folders of the program's own; absolute. Neither read nor written unasked. */
  readonly own?: readonly OwnFolder[];
}

export interface OwnFolder {
  readonly path: string;
  /** Names below it that are free: `sessions/NAME/calls`. */
  readonly except?: string;
}

/** Why a path is guarded; `undefined` when it is not. @param path - absolute. */
export type PathGuard = (path: string, access: "reads" | "writes") => GuardedPath | undefined;

/**
 * Tells which files and folders are guarded: by the path as it was given, and by what its links lead to. Whoever asks
 * opens the same path right after, so a link that is put there in between is not seen.
 */
export function pathGuard({ home = homedir(), own = [] }: PathGuardOptions = {}): PathGuard {
  const homes = bothOf(home).map(partsOf);
  const listed = guardedPaths.map((entry) => ({ entry, covers: covering(entry.path, homes) }));
  const mine = own.map(({ path, except }) => ({
    entry: { path, from: "reads", what: "holds Skein's settings, keys and conversations" } as const,
    covers: (parts: readonly string[]) =>
      bothOf(path).some((folder) => {
        const inner = below(parts, partsOf(folder));
        return inner !== undefined && !(except !== undefined && startsAt(inner, except.split("/"), 0));
      }),
  }));
  const all = [...listed, ...mine];
  return (path, access) => {
    for (const parts of bothOf(path).map(partsOf)) {
      const found = all.find(
        ({ entry, covers }) => (access === "writes" || entry.from === "reads") && covers(parts),
      );
      if (found) return found.entry;
    }
    return undefined;
  };
}

type Covers = (parts: readonly string[]) => boolean;

function covering(pattern: string, homes: readonly (readonly string[])[]): Covers {
  const atHome = pattern.startsWith("~/");
  const atRoot = pattern.startsWith("/");
  const names = partsOf(atHome ? pattern.slice(2) : pattern);
  if (atHome) {
    return (parts) => homes.some((home) => startsAt(below(parts, home) ?? [], names, 0));
  }
  if (atRoot) return (parts) => startsAt(parts, names, 0);
  return (parts) => parts.some((_, from) => !isSample(parts[from]!) && startsAt(parts, names, from));
}

function isSample(name: string): boolean {
  return name.startsWith(".env.") && sampleEndings.some((ending) => name.split(".").includes(ending));
}

/** Whether `names` stand in `parts` from there on. */
function startsAt(parts: readonly string[], names: readonly string[], from: number): boolean {
  return parts.length >= from + names.length && names.every((name, at) => matches(parts[from + at]!, name));
}

function matches(part: string, name: string): boolean {
  if (!name.includes("*")) return part === name;
  const [before = "", after = ""] = name.split("*");
  return part.length >= before.length + after.length && part.startsWith(before) && part.endsWith(after);
}

function below(parts: readonly string[], folder: readonly string[]): readonly string[] | undefined {
  return startsAt(parts, folder, 0) ? parts.slice(folder.length) : undefined;
}

/** Case and composition of letters do not count: there are file systems to which they are the same. */
function partsOf(path: string): readonly string[] {
  const plain = normalize(path).normalize("NFC").toLowerCase();
  return plain.split(sep).filter((part) => part !== "");
}

/** As it was given, and with all links followed as far as there is something. */
function bothOf(path: string): readonly string[] {
  const real = realPath(path);
  return real === path ? [path] : [path, real];
}

function realPath(path: string, links = mostLinks): string {
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
