import { readFile, rm } from "node:fs/promises";
import { isMissing } from "@skein/platform/files";
import { jsonInText } from "@skein/platform/json";
import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { ensurePrivateFolder, writeWhole } from "@skein/settings";
import type { Machine } from "../../machine.ts";
import { catalogFile, catalogFolder } from "./catalog-file.ts";
import { catalogFacts, type CatalogFacts } from "./catalog-facts.ts";

/** What is kept of one provider. */
export interface KeptCatalog {
  /** Where it is from. */
  readonly source: string;
  /** ISO time. */
  readonly fetchedAt: string;
  /** By model id, each as the list has it. */
  readonly models: JsonObject;
  /** Ids of models whose price may be lower than the one that comes with Skein: a person has said so. */
  readonly lowerPrices: readonly string[];
}

/** @returns `undefined`: nothing was fetched for it, or the file is damaged, which the next refresh replaces. */
export async function keptCatalog(machine: Machine, provider: string): Promise<KeptCatalog | undefined> {
  const text = await readFile(catalogFile(machine, provider), "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const kept = text === undefined ? undefined : (jsonInText(text) as JsonValue | undefined);
  if (!isJsonObject(kept)) return undefined;
  const { source, fetchedAt, models, lowerPrices } = kept;
  if (typeof source !== "string" || typeof fetchedAt !== "string" || !isJsonObject(models)) return undefined;
  const ids = Array.isArray(lowerPrices) ? lowerPrices.filter((id) => typeof id === "string") : [];
  return { source, fetchedAt, models, lowerPrices: ids };
}

/** One whole file for each provider: a process that is killed meanwhile leaves the old or the new one. */
export async function keepCatalog(machine: Machine, provider: string, kept: KeptCatalog): Promise<void> {
  await ensurePrivateFolder(catalogFolder(machine));
  await writeWhole(catalogFile(machine, provider), JSON.stringify(kept), { isPrivate: true });
}

export async function dropCatalog(machine: Machine, provider: string): Promise<void> {
  await rm(catalogFile(machine, provider), { force: true });
}

/** What is kept of a model; `undefined` when that is nothing, or cannot be used. */
export function keptFacts({ models }: KeptCatalog, modelId: string): CatalogFacts | undefined {
  if (!Object.hasOwn(models, modelId)) return undefined;
  const facts = catalogFacts(models[modelId]!);
  return "problem" in facts ? undefined : facts;
}
