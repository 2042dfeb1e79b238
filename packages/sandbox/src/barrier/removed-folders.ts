import { mkdtempSync, readdirSync, realpathSync, renameSync, rmdirSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { join } from "node:path";
import { isWithin } from "./git-folder.ts";

/** Removes an empty folder; one with something in it stays. May throw when it cannot. */
export type RemoveFolder = (path: string) => void;

/**
 * Where empty folders are moved to be removed later: on some disks (ext4) removing one takes milliseconds, and moving it away
 * does not.
 */
export interface RemovedFolders {
  /** @param writable - what commands may write to. Nothing is moved to where they could put something into it. */
  readonly removeFolder: (writable: readonly string[]) => RemoveFolder;
  /** Removes what is left. From then on, folders are removed where they are. */
  readonly close: () => void;
}

/** @param parent - of the folder that they are moved to, which is made when it is needed. */
export function openRemovedFolders(parent: string): RemovedFolders {
  const above = realpathSync(parent);
  let folder: string | undefined;
  let count = 0;
  let isClosed = false;
  let removing = Promise.resolve();
  const moveAway: RemoveFolder = (path) => {
    if (isClosed) return rmdirSync(path);
    if (readdirSync(path).length > 0) return;
    let place: string;
    try {
      folder ??= mkdtempSync(join(above, "skein-removed-"));
      place = join(folder, `${count++}`);
      renameSync(path, place);
    } catch {
      // On another disk, for example.
      return rmdirSync(path);
    }
    // Somebody was faster, and gets it back.
    if (readdirSync(place).length > 0) return renameSync(place, path);
    removing = removing.then(() => rmdir(place)).catch(() => {});
  };
  return {
    removeFolder: (writable) =>
      writable.some((one) => isWithin(above, one)) ? (path) => rmdirSync(path) : moveAway,
    close() {
      isClosed = true;
      if (folder === undefined) return;
      for (const name of readdirSync(folder)) tryToRemove(join(folder, name));
      tryToRemove(folder);
    },
  };
}

/** It may have been removed meanwhile; and what is not empty stays. */
function tryToRemove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // As said.
  }
}
