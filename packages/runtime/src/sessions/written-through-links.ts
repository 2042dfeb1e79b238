import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FileCheckpoints, FileChange, SnapshotLink } from "@skein/checkpoints";
import { listFolder } from "@skein/platform/folders";
import { SkeinError } from "@skein/protocol";
import { blocked } from "./lost-files.ts";

/** The most entries to check behind all links together. */
const mostEntries = 2000;

interface Links {
  readonly checkpoints: Pick<FileCheckpoints, "content">;
  readonly root: string;
  /** When the first call was made, in milliseconds since the epoch. */
  readonly since: number;
  /** When the last run ended. */
  readonly until: number;
  /** Whether a snapshot has what is at a path. */
  readonly isKnown: (path: string) => boolean;
}

/**
 * Files outside the folder, behind existing or new links, that were changed meanwhile. They are in no
 * snapshot, so who changed them is unknown.
 */
export function writtenThroughLinks(
  { checkpoints, root, since, until, isKnown }: Links,
  links: readonly SnapshotLink[],
): readonly FileChange[] {
  const found: FileChange[] = [];
  const left = { entries: mostEntries };
  const ways = new Set<string>();
  const visit = (place: string, link: string): void => {
    if (isKnown(place) || left.entries-- <= 0) return;
    const stats = lookAt(place);
    if (!stats) return;
    // ctime rather than mtime: it also covers mode and owner, and cannot be set.
    if (stats.ctimeMs >= since && stats.ctimeMs <= until)
      found.push(
        blocked("/", place, `it was changed meanwhile, and may have been written through the link ${link}`),
      );
    else if (stats.isDirectory()) for (const name of listFolder(place)) visit(join(place, name), link);
  };
  for (const { path, hash } of links) {
    const place = targetOf(checkpoints, hash, dirname(resolve(root, path)));
    if (place === undefined || ways.has(place) || place === root || place.startsWith(`${root}/`)) continue;
    ways.add(place);
    if (!root.startsWith(`${place === "/" ? "" : place}/`)) visit(place, path);
  }
  return found;
}

/** @returns `undefined` when the link is broken. */
function targetOf(
  checkpoints: Pick<FileCheckpoints, "content">,
  hash: string,
  folder: string,
): string | undefined {
  try {
    return realpathSync(resolve(folder, Buffer.from(checkpoints.content(hash)).toString()));
  } catch (error) {
    if (SkeinError.is(error) && error.code !== "not-found") throw error;
    return undefined;
  }
}

function lookAt(place: string): Stats | undefined {
  try {
    return lstatSync(place);
  } catch {
    return undefined;
  }
}
