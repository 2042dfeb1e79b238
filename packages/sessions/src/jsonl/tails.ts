import { statSync } from "node:fs";
import { findTail, stampOf, type Stamp, type Tail } from "./tail.ts";

/** Caches where journals end, for as long as their files are unchanged. */
export interface Tails {
  /** `undefined` when there is no file. */
  of(path: string): Tail | undefined;
  set(path: string, tail: Tail): void;
}

export function createTails(): Tails {
  const known = new Map<string, Tail>();
  return {
    of(path) {
      const stats = statSync(path, { throwIfNoEntry: false });
      const tail = known.get(path);
      if (stats && tail && isSame(tail.stamp, stampOf(stats))) return tail;
      const found = stats && findTail(path);
      if (found) known.set(path, found);
      else known.delete(path);
      return found;
    },
    set: (path, tail) => void known.set(path, tail),
  };
}

function isSame(one: Stamp, other: Stamp): boolean {
  return one.inode === other.inode && one.size === other.size && one.changedMs === other.changedMs;
}
