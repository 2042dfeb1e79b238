import type { ModelLimits, ModelPrice } from "@skein/protocol";
import { claudeCatalogEntry } from "@skein/provider-anthropic/messages";
import { geminiCatalogEntry } from "@skein/provider-google/gemini";
import { scaledPrice } from "@skein/provider-kit";
import { publishedModel } from "./request/publishers.ts";

interface CatalogEntry {
  readonly limits: ModelLimits;
  readonly price?: ModelPrice | undefined;
}

/**
 * Claude costs a tenth more where requests stay in a region or an area. Source: platform.claude.com/docs, Claude on
 * Vertex AI, global and regional endpoints; for 4.5 and later, which are all that the catalogue knows.
 */
const areaFactor = 1.1;

/**
 * The models and prices are those of the vendors' own services. Source: the catalogue of @earendil-works/pi-ai 0.87.1,
 * read 2026-11-20, whose entries for this platform are the same.
 */
export function catalogEntry(modelId: string, location: string): CatalogEntry | undefined {
  const { publisher, name } = publishedModel(modelId);
  if (publisher === "google") return geminiCatalogEntry(name);
  if (publisher !== "anthropic") return undefined;
  const entry = claudeCatalogEntry(name);
  return entry?.price && location !== "global"
    ? { ...entry, price: scaledPrice(entry.price, areaFactor) }
    : entry;
}
