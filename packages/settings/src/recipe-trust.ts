import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { ensurePrivateFolder } from "./private-folder.ts";
import { readTrustRecord, trustRecordsIn, writeTrustRecord } from "./trust-records.ts";

export interface TrustedRecipe {
  /** SHA-256, hex, of the recipe with all that belongs to it. */
  readonly hash: string;
  /** What it calls itself, and where it was then: for people alone. */
  readonly title: string;
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The recipes whose commands the user agreed to: by their content, wherever they lie. */
export interface RecipeTrust {
  has(hash: string): Promise<boolean>;
  /** Throws `ConfigError` when it cannot be written. */
  add(recipe: Omit<TrustedRecipe, "at">): Promise<TrustedRecipe>;
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
      return isHash(hash) && (await readTrustRecord(fileOf(hash), recordOf))?.hash === hash;
    },
    async add(recipe) {
      if (!isHash(recipe.hash)) throw new Error(`${recipe.hash} is no SHA-256`);
      const record: TrustedRecipe = { ...recipe, at: Date.now() };
      await ensurePrivateFolder(trust);
      await ensurePrivateFolder(folder);
      await writeTrustRecord(fileOf(recipe.hash), record);
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

function recordOf({ hash, title, path, at }: JsonObject): TrustedRecipe | undefined {
  if (typeof hash !== "string" || typeof title !== "string") return undefined;
  if (typeof path !== "string" || typeof at !== "number") return undefined;
  return { hash, title, path, at };
}
