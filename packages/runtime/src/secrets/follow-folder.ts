import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FollowedFile, GrowingRedactor } from "@skein/redaction";
import { loadRedaction } from "../later.ts";

/** Smaller files are read at once when the call has ended, which takes less time than following them. */
export const smallFile = 262_144;

/** The first look comes when most calls have ended, later ones less often. */
const firstLookMs = 4;
const longestPauseMs = 100;
/** So that at most a third of a core is taken from the command. */
const busyPauseMs = 10;

export interface FollowedFolder {
  /** For when the call has ended. @returns the paths that were redacted while it ran. */
  finish(): Promise<ReadonlySet<string>>;
}

/** Redacts what a call writes to large files in its folder while it runs. */
export function followFolder(folder: string, redactor: GrowingRedactor): FollowedFolder {
  const followed = new Map<string, FollowedFile>();
  let [pause, isOver] = [firstLookMs, false];
  let timer = lookLater();

  function lookLater(): NodeJS.Timeout {
    return setTimeout(() => void look(), pause).unref();
  }

  async function look(): Promise<void> {
    for (const path of largeFilesIn(folder)) await follow(path);
    let isBusy = false;
    for (const file of followed.values()) if (!isOver) isBusy = file.look() || isBusy;
    pause = isBusy ? busyPauseMs : Math.min(pause * 2, longestPauseMs);
    if (!isOver) timer = lookLater();
  }

  async function follow(path: string): Promise<void> {
    if (followed.has(path)) return;
    const { followFile } = await loadRedaction();
    try {
      if (!isOver) followed.set(path, followFile(path, redactor));
    } catch {
      // gone again, or it may not be read: what is there at the end is redacted then
    }
  }

  return {
    async finish() {
      isOver = true;
      clearTimeout(timer);
      const clean = new Set<string>();
      for (const [path, file] of followed) if (await file.finish()) clean.add(path);
      return clean;
    },
  };
}

function largeFilesIn(folder: string): readonly string[] {
  return filesIn(folder).filter((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > smallFile);
}

export function filesIn(folder: string): readonly string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  } catch {
    return []; // most calls write no files
  }
}
