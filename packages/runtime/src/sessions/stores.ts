import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FileCheckpoints } from "@skein/checkpoints";
import { sqliteJournal, type SessionStore } from "@skein/sessions";
import { laterStore } from "./later-store.ts";
import { loadCheckpoints, loadJournalPostgres } from "../later.ts";

/** The session stores of a data folder. */
export interface SessionStores {
  readonly journals: SessionStore;
  readonly dataFolder: string;
  /** Folder of the journals, and of what calls put out. */
  readonly folder: string;
  /** Loaded on first use. */
  readonly checkpoints: () => Promise<FileCheckpoints>;
  readonly checkpointFolder: string;
  /** What is searched. */
  readonly indexFile: string;
}

export interface StoresOptions {
  /**
   * Skein's folder for what may be lost, such as tool lists; where it is in a project, it is none of the user's files.
   * Default: nothing of that is kept.
   */
  readonly stateFolder?: string | undefined;
  /** Address of the Postgres database that has the sessions. Default: they are in the data folder. */
  readonly databaseUrl?: string | undefined;
  /** Where its blobs of more than 1 MB are, with the variables that have the keys. Default: in the database. */
  readonly blobs?: BlobsPlace | undefined;
}

export interface BlobsPlace {
  readonly address: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function openStores(
  dataFolder: string,
  { stateFolder, databaseUrl, blobs }: StoresOptions = {},
): SessionStores & AsyncDisposable {
  const folder = join(dataFolder, "sessions");
  const place = databaseUrl === undefined ? dataFolder : placeOf(dataFolder, databaseUrl);
  const checkpointFolder = join(place, "checkpoints");
  const journals = databaseUrl === undefined ? sqliteJournal(folder) : databaseJournal(databaseUrl, blobs);
  let opened: Promise<FileCheckpoints> | undefined;
  return {
    journals,
    dataFolder,
    folder,
    checkpoints: () =>
      (opened ??= loadCheckpoints().then(({ openCheckpoints }) =>
        openCheckpoints(checkpointFolder, {
          hidden: [dataFolder, folder, ...(stateFolder === undefined ? [] : [stateFolder])],
        }),
      )),
    checkpointFolder,
    indexFile: join(place, "search.db"),
    async [Symbol.asyncDispose]() {
      (await opened)?.close();
      await journals.close();
    },
  };
}

/** Loaded and connected on first use. */
function databaseJournal(url: string, blobs: BlobsPlace | undefined): SessionStore {
  return laterStore(async () => {
    const { blobsAt, openPostgresJournal } = await loadJournalPostgres();
    return openPostgresJournal({ url, ...(blobs && { blobs: blobsAt(blobs.address, blobs.env) }) });
  });
}

/**
 * What this machine keeps for the sessions of a database, apart from what belongs to its own: snapshots and lines of the
 * index that no session of the one needs may be needed by the other's.
 */
function placeOf(dataFolder: string, databaseUrl: string): string {
  const withoutPassword = databaseUrl.replace(/:[^:/@]*@/u, "@");
  const key = createHash("sha256").update(withoutPassword).digest("hex").slice(0, 16);
  return join(dataFolder, "databases", key);
}
