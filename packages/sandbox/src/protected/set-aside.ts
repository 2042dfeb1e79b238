import { basename, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import type { CallRecord } from "./call-records.ts";
import { orNothing, type Entry } from "./entries.ts";
import { moveHeld } from "./held-folder.ts";
import { folderIn } from "./state-folder.ts";
import { addUntrusted } from "./untrusted-records.ts";

/** Something under a protected name that a command has left there, and that no one has trusted. */
export interface ProtectedChange {
  /** Absolute. */
  readonly path: string;
  /** What obeys it, as the end of "It decides …". */
  readonly reason: string;
  /** Where it was moved to. Absent: it is where it was, and nothing of Skein reads it until it is trusted. */
  readonly aside?: string;
}

export interface CheckOptions {
  /** The folder of Skein for files that were moved aside and the list of those that are not trusted. */
  readonly state: string;
  /**
   * Which new files are moved aside. `all`: only the command can have made them. `git`: those that Git obeys; people
   * work beside the command. `none`: it is not known when they were made.
   */
  readonly moves: "all" | "git" | "none";
  /** Files that something permitted has written meanwhile: they are no change. Default: none. */
  readonly permitted?: ReadonlySet<string>;
}

export interface ChangedFile {
  readonly path: string;
  readonly reason: string;
  readonly now: Entry;
}

/** The folder that a command can write to and cannot replace, above a path. */
export function rootOf(path: string, { roots }: Pick<CallRecord, "roots">): string | undefined {
  return roots.filter((root) => isInside(path, root)).toSorted((a, b) => b.length - a.length)[0];
}

/** Moves a file aside. One that cannot be moved stays untrusted; one that cannot be listed is named all the same. */
export function setAside(
  file: ChangedFile,
  record: Pick<CallRecord, "roots">,
  options: CheckOptions,
): ProtectedChange {
  const { path, now, reason } = file;
  const root = rootOf(path, record);
  let aside: string;
  try {
    if (root === undefined || options.moves === "none") return leave(file, options);
    aside = join(folderIn(options.state, "aside", crypto.randomUUID()), basename(path));
    moveHeld(root, path, now.kind, aside);
  } catch {
    return leave(file, options);
  }
  orNothing(() => addUntrusted(options.state, { path, reason, hash: now.hash ?? "", aside, at: Date.now() }));
  return { path, reason, aside };
}

/** What cannot be written down is named all the same. */
export function leave({ path, now, reason }: ChangedFile, { state }: CheckOptions): ProtectedChange {
  orNothing(() => addUntrusted(state, { path, reason, hash: now.hash ?? "", at: Date.now() }));
  return { path, reason };
}
