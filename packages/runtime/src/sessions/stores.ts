import { join } from "node:path";
import type { Checkpoints } from "@skein/checkpoints";
import { sqliteJournal, type SessionStore } from "@skein/sessions";

/** The session stores of a data folder. */
export interface SessionStores {
  readonly journals: SessionStore;
  readonly dataFolder: string;
  /** Folder of the journals. */
  readonly folder: string;
  /** Loaded on first use. */
  readonly checkpoints: () => Promise<Checkpoints>;
  readonly checkpointFolder: string;
}

/** @param stateFolder - Skein's folder for what may be lost; where it is in a project, it is none of the user's files. */
export function openStores(dataFolder: string, stateFolder?: string): SessionStores & AsyncDisposable {
  const folder = join(dataFolder, "sessions");
  const checkpointFolder = join(dataFolder, "checkpoints");
  const journals = sqliteJournal(folder);
  let opened: Promise<Checkpoints> | undefined;
  return {
    journals,
    dataFolder,
    folder,
    checkpoints: () =>
      (opened ??= import("@skein/checkpoints").then(({ openCheckpoints }) =>
        openCheckpoints(checkpointFolder, {
          hidden: [dataFolder, folder, ...(stateFolder === undefined ? [] : [stateFolder])],
        }),
      )),
    checkpointFolder,
    async [Symbol.asyncDispose]() {
      (await opened)?.close();
      await journals.close();
    },
  };
}
