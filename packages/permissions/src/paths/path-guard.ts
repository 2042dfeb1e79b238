import { isEnvSample } from "@skein/protocol";
import { homeFolder } from "@skein/platform/user";
import { guardedPaths, type GuardedPath } from "./guarded-paths.ts";
import type { Access } from "./reached-paths.ts";
import { bothOf, foldedNames } from "./path-parts.ts";

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

/**
 * Why a path is guarded; `undefined` when it is not. With the access `unknown`, what takes effect once it is changed counts,
 * and what is only secret does not.
 *
 * @param path - absolute.
 */
export type PathGuard = (path: string, access: Access) => GuardedPath | undefined;

/**
 * Tells which files and folders are guarded: by the path as it was given, and by what its links lead to. Whoever asks
 * opens the same path right after, so a link that is put there in between is not seen.
 */
export function pathGuard({ home = homeFolder(), own = [] }: PathGuardOptions = {}): PathGuard {
  const homes = bothOf(home).map(foldedNames);
  const listed = guardedPaths.map((entry) => ({
    entry,
    covers: covering(entry.path, homes),
    accesses: entry.from === "reads" ? (["reads", "writes"] as const) : (["writes", "unknown"] as const),
  }));
  const mine = own.map(({ path, except }) => ({
    entry: { path, from: "reads", what: "holds Skein's settings, keys and conversations" } as const,
    accesses: ["reads", "writes", "unknown"] as const,
    covers: (parts: readonly string[]) =>
      bothOf(path).some((folder) => {
        const inner = below(parts, foldedNames(folder));
        return inner !== undefined && !(except !== undefined && startsAt(inner, except.split("/"), 0));
      }),
  }));
  const all: readonly GuardedEntry[] = [...listed, ...mine];
  return (path, access) => {
    for (const parts of bothOf(path).map(foldedNames)) {
      const found = all.find(({ accesses, covers }) => accesses.includes(access) && covers(parts));
      if (found) return found.entry;
    }
    return undefined;
  };
}

/** Whether a path is among what is free below the program's own folders. @param path - absolute, links resolved. */
export function isExceptionOf(own: readonly OwnFolder[]): (path: string) => boolean {
  const free = own.flatMap(({ path, except }) =>
    except === undefined ? [] : [{ path, names: except.split("/") }],
  );
  return (path) =>
    bothOf(path)
      .map(foldedNames)
      .every((parts) =>
        free.some((one) =>
          bothOf(one.path).some((folder) => startsAt(below(parts, foldedNames(folder)) ?? [], one.names, 0)),
        ),
      );
}

interface GuardedEntry {
  readonly entry: GuardedPath;
  readonly accesses: readonly Access[];
  readonly covers: Covers;
}

type Covers = (parts: readonly string[]) => boolean;

function covering(pattern: string, homes: readonly (readonly string[])[]): Covers {
  const atHome = pattern.startsWith("~/");
  const atRoot = pattern.startsWith("/");
  const names = foldedNames(atHome ? pattern.slice(2) : pattern);
  if (atHome) {
    return (parts) => homes.some((home) => startsAt(below(parts, home) ?? [], names, 0));
  }
  if (atRoot) return (parts) => startsAt(parts, names, 0);
  return (parts) => parts.some((_, from) => !isEnvSample(parts[from]!) && startsAt(parts, names, from));
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
