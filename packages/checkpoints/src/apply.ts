import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { renameSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { messageOf } from "@skein/protocol";
import { permissionBits } from "./entries.ts";
import { readNeeded } from "./store/objects.ts";
import type { Pace } from "./pace.ts";
import { changeOf, type FileChange, type RestoreStep } from "./plan.ts";
import { realPath } from "./state.ts";
import type { CheckpointStore } from "./store/store.ts";
import { isFileError, statsAt } from "./stats.ts";

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** Permission bits the owner needs to change a folder's content. */
const mayChange = 0o300;

/**
 * Applies a plan: first removals, then new content, then folder modes. Each file is complete at any time, old or new.
 * A step that fails is reported as `blocked`, and the others are done.
 *
 * When aborted or killed, some steps are done; restoring again does the rest.
 */
export async function applySteps(
  store: CheckpointStore,
  base: string,
  steps: readonly RestoreStep[],
  pace: Pace,
): Promise<readonly FileChange[]> {
  const done: FileChange[] = [];
  if (steps.length > 0) makeFolders(base);
  /** Modes of folders are set last: a read-only folder could not be filled. */
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

function act(
  store: CheckpointStore,
  place: string,
  { change, type, entry }: RestoreStep,
  modes: Map<string, number>,
): void {
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

/**
 * Writes a new file next to the old one, then renames it. @param mode - `undefined` for a link to the target in
 * `bytes`.
 */
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

/** Every parent must be a folder and not a link, which could lead anywhere. */
function checkWay(base: string | undefined, path: string): void {
  if (base === undefined) {
    const folder = dirname(path);
    if (realPath(folder) !== folder) throw new LedAstray("a parent folder was replaced by a link");
    makeFolders(folder);
    return;
  }
  const names = path.split("/").slice(0, -1);
  let folder = base;
  for (const name of names) {
    folder = join(folder, name);
    const stats = statsAt(folder);
    if (stats && !stats.isDirectory()) throw new LedAstray(`its parent ${basename(folder)} is not a folder`);
    if (!stats) mkdirSync(folder); // parents of what was captured by name
  }
}

/** Makes a folder writable for the owner; its mode is restored at the end. */
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
