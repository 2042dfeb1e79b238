import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { folderIdentity, isSameFolder, readIdentity, type FolderIdentity } from "./folder-identity.ts";
import { ensurePrivateFolder } from "../private-folder.ts";
import { readTrustRecord, trustRecordsIn, writeTrustRecord } from "./trust-records.ts";

export interface TrustedRecipe {
  /** SHA-256, hex, of the recipe with everything that belongs to it. */
  readonly hash: string;
  /** Its title and file at that time: for people only. */
  readonly title: string;
  readonly path: string;
  /** The folders in which it is trusted. Default: everywhere. */
  readonly places: readonly TrustedFolder[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface TrustedFolder {
  /** Absolute, with links resolved. */
  readonly path: string;
  readonly folder: FolderIdentity;
}

/** What to trust. */
export interface AgreedRecipe extends Pick<TrustedRecipe, "hash" | "title" | "path"> {
  /** Absolute. Default: none. */
  readonly places?: readonly string[];
}

/**
 * The recipes whose commands the user has approved: identified by their content, wherever they are stored; those that
 * refer to files in a folder are trusted in that folder only.
 */
export interface RecipeTrust {
  /** Another folder at the same path is not trusted. */
  has(hash: string): Promise<boolean>;
  /** Throws `ConfigError` when it cannot be written, or a path is not a folder. */
  add(recipe: AgreedRecipe): Promise<TrustedRecipe>;
  /** @returns whether it was trusted. */
  remove(hash: string): Promise<boolean>;
  /** By path. */
  list(): Promise<readonly TrustedRecipe[]>;
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** One file per recipe in the `trust` folder of the data folder. */
export function recipeTrust(dataFolder: string): RecipeTrust {
  const trust = join(dataFolder, "trust");
  const folder = join(trust, "recipes");
  const fileOf = (hash: string): string => join(folder, `${hash}.json`);
  return {
    async has(hash) {
      const record = isHash(hash) ? await readTrustRecord(fileOf(hash), recordOf) : undefined;
      if (record?.hash !== hash) return false;
      const same = record.places.map(async ({ path, folder: known }) => {
        const now = await folderIdentity(path);
        return now !== undefined && isSameFolder(known, now);
      });
      return (await Promise.all(same)).every(Boolean);
    },
    async add({ hash, title, path, places = [] }) {
      if (!isHash(hash)) throw new Error(`${hash} is no SHA-256`);
      const known = await Promise.all(places.map(placeAt));
      const record: TrustedRecipe = { hash, title, path, places: known, at: Date.now() };
      await ensurePrivateFolder(trust);
      await ensurePrivateFolder(folder);
      await writeTrustRecord(fileOf(hash), record);
      return record;
    },
    async remove(hash) {
      if (!isHash(hash)) return false;
      const found = await readTrustRecord(fileOf(hash), recordOf);
      await rm(fileOf(hash), { force: true });
      return found !== undefined;
    },
    list: () => trustRecordsIn(folder, recordOf),
  };
}

async function placeAt(path: string): Promise<TrustedFolder> {
  const folder = await folderIdentity(path);
  if (folder) return { path, folder };
  throw new ConfigError("unreadable", `${path} is no folder any more, so nothing can be trusted in it.`, {
    hint: "Go to the folder in which the recipe is to run.",
  });
}

function recordOf({ hash, title, path, places = [], at }: JsonObject): TrustedRecipe | undefined {
  if (typeof hash !== "string" || typeof title !== "string") return undefined;
  if (typeof path !== "string" || typeof at !== "number") return undefined;
  if (!Array.isArray(places)) return undefined;
  const known = places.map(readPlace).filter((place) => place !== undefined);
  return known.length === places.length ? { hash, title, path, places: known, at } : undefined;
}

function readPlace(value: JsonValue): TrustedFolder | undefined {
  if (!isJsonObject(value)) return undefined;
  const folder = readIdentity(value["folder"]);
  return typeof value["path"] === "string" && folder ? { path: value["path"], folder } : undefined;
}
