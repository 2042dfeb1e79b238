import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { renameSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { messageOf } from "@skein/protocol";
import { permissionBits } from "./entries.ts";
import { readNeeded } from "./objects.ts";
import type { Pace } from "./pace.ts";
import { changeOf, type FileChange, type Step } from "./plan.ts";
import { realPath } from "./state.ts";
import type { Store } from "./store.ts";
import { isFileError, statsAt } from "./stats.ts";

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** What the owner needs to change what lies in a folder. */
const mayChange = 0o300;

/**
 * Does the steps: first what goes, then what comes, then the folders' modes. Each file is there whole, the old or the
 * new one, at any time. What cannot be done is `blocked` in the answer, and the rest is done.
 *
 * Aborted, or killed, it has done some of them; doing it again does the others.
 */
export async function apply(
  store: Store,
  base: string,
  steps: readonly Step[],
  pace: Pace,
): Promise<readonly FileChange[]> {
  const done: FileChange[] = [];
  if (steps.length > 0) mkdirSync(base, { recursive: true });
  /** Modes of folders, set last: one that may not be written could not be filled. */
  const modes = new Map<string, number>();
  const inOrder = [
    ...steps.filter(({ change }) => change === "removed"),
    ...steps.filter(({ change }) => change !== "removed"),
  ];
  for (const step of inOrder) {
    const rest = pace();
    if (rest) await rest;
    const { path, type, change } = step;
    const said = changeOf(step);
    if (change === "blocked") {
      done.push(said);
      continue;
    }
    try {
      const place = isAbsolute(path) ? path : join(base, path);
      checkWay(isAbsolute(path) ? undefined : base, path);
      openFolder(dirname(place), modes);
      act(store, place, step, modes);
      if (step.ifEmpty !== true) done.push(said);
    } catch (error) {
      if (!isFileError(error) && !(error instanceof LedAstray)) throw error;
      if (step.ifEmpty !== true) done.push({ path, type, change: "blocked", reason: messageOf(error) });
    }
  }
  for (const [place, mode] of [...modes].toReversed()) setMode(place, mode);
  return done;
}

function act(store: Store, place: string, { change, type, entry }: Step, modes: Map<string, number>): void {
  if (change === "removed") {
    modes.delete(place);
    return type === "folder" ? rmdirSync(place) : unlinkSync(place);
  }
  if (!entry) return;
  if (type === "folder") {
    if (change === "created") mkdirSync(place, { mode: 0o700 });
    modes.set(place, entry.mode);
  } else if (change === "mode") {
    setMode(place, entry.mode);
  } else {
    writeFile(place, readNeeded(store, entry.hash), type === "link" ? undefined : entry.mode);
  }
}

/** A new file beside the old one, then in its place. @param mode - `undefined` for a link to where `bytes` say. */
function writeFile(place: string, bytes: Uint8Array, mode: number | undefined): void {
  const fresh = join(dirname(place), `.skein-restore-${randomBytes(6).toString("hex")}`);
  try {
    if (mode === undefined) {
      symlinkSync(Buffer.from(bytes), fresh);
    } else {
      const descriptor = openSync(fresh, newFile, 0o600);
      try {
        writeFileSync(descriptor, bytes);
        fchmodSync(descriptor, mode);
      } finally {
        closeSync(descriptor);
      }
    }
    renameSync(fresh, place);
  } catch (error) {
    tryTo(() => unlinkSync(fresh));
    throw error;
  }
}

class LedAstray extends Error {}

/** Every folder on the way must be one, and no link: it could lead anywhere. */
function checkWay(base: string | undefined, path: string): void {
  if (base === undefined) {
    const folder = dirname(path);
    if (realPath(folder) !== folder) throw new LedAstray("a parent folder was replaced by a link");
    mkdirSync(folder, { recursive: true });
    return;
  }
  const names = path.split("/").slice(0, -1);
  let folder = base;
  for (const name of names) {
    folder = join(folder, name);
    const stats = statsAt(folder);
    if (stats && !stats.isDirectory()) throw new LedAstray(`its parent ${basename(folder)} is not a folder`);
    if (!stats) mkdirSync(folder); // the way to what was captured by name
  }
}

/** Lets the owner change what lies in a folder; its mode comes back at the end. */
function openFolder(folder: string, modes: Map<string, number>): void {
  const mode = lstatSync(folder).mode & permissionBits;
  if ((mode & mayChange) === mayChange) return;
  if (!modes.has(folder)) modes.set(folder, mode);
  chmodSync(folder, mode | 0o700);
}

/** Never through a link. */
function setMode(place: string, mode: number): void {
  tryTo(() => {
    if (!lstatSync(place).isSymbolicLink()) chmodSync(place, mode);
  });
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}
