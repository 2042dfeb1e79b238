import type { ModelLimits, ModelPrice, PriceTier } from "@skein/protocol";
import type { EffortWord } from "@skein/provider-kit";

/** The vendor's words for how hard to think, weakest first. */
export type WireEffort = EffortWord;

export interface CatalogEntry {
  readonly limits: ModelLimits;
  /** Absent for models that anyone may serve. */
  readonly price?: ModelPrice;
  /** What the model takes, weakest first; absent when it does not think. */
  readonly efforts?: readonly WireEffort[];
}

/** The vendor reads PDFs for the models that see: developers.openai.com/api/docs/guides/file-inputs. */
const sees = { images: true, pdfs: true };
const textAlone = { images: false, pdfs: false };
const gpt5 = { contextTokens: 400_000, outputTokens: 128_000, ...sees };
const long = { contextTokens: 1_050_000, outputTokens: 128_000, ...sees };
const oSeries = { contextTokens: 200_000, outputTokens: 100_000, ...sees };
const gpt41 = { contextTokens: 1_047_576, outputTokens: 32_768, ...sees };
const gpt4o = { contextTokens: 128_000, outputTokens: 16_384, ...sees };
const open = { contextTokens: 131_072, outputTokens: 131_072, ...textAlone };

const classic = ["low", "medium", "high"] as const;
const minimal = ["minimal", "low", "medium", "high"] as const;
const optional = ["none", "low", "medium", "high"] as const;
const extra = ["none", "low", "medium", "high", "xhigh"] as const;
const all = ["none", "low", "medium", "high", "xhigh", "max"] as const;

/**
 * Known models by their id. Limits, media, prices and efforts as developers.openai.com/api/docs (models, pricing, reasoning)
 * and the catalogue of @earendil-works/pi-ai 0.87.1 gave them on 2026-11-20. Prices: standard tier, which is the only one that is
 * asked for: batches, flex and priority have their own.
 */
const catalog: Readonly<Record<string, CatalogEntry>> = {
  "gpt-6-astra": { limits: long, price: tiered(written(10, 50, 1, 12.5)), efforts: all.slice(1) },
  "gpt-6.1-sol": { limits: long, price: tiered(written(2, 10, 0.1, 2.5)), efforts: all.slice(1) },
  "gpt-6-sol": { limits: long, price: tiered(written(2, 10, 0.2, 2.5)), efforts: all },
  "gpt-6-luna": { limits: long, price: tiered(written(0.1, 0.5, 0.01, 0.125)), efforts: all },
  "gpt-5.6-sol": { limits: long, price: tiered(written(4, 20, 0.4, 5)), efforts: all },
  "gpt-5.6-terra": { limits: long, price: tiered(written(2, 12, 0.2, 2.5)), efforts: all },
  "gpt-5.6-luna": { limits: long, price: tiered(written(0.2, 1.2, 0.02, 0.25)), efforts: all },
  "gpt-5.5": { limits: long, price: tiered(cached(5, 30, 0.5)), efforts: extra },
  "gpt-5.5-pro": { limits: long, price: tiered({ input: 30, output: 180 }), efforts: extra.slice(2) },
  "gpt-5.4": { limits: long, price: tiered(cached(2.5, 15, 0.25)), efforts: extra },
  "gpt-5.4-mini": { limits: gpt5, price: cached(0.75, 4.5, 0.075), efforts: extra },
  "gpt-5.4-nano": { limits: gpt5, price: cached(0.2, 1.25, 0.02), efforts: extra },
  "gpt-5.4-pro": { limits: long, price: tiered({ input: 30, output: 180 }), efforts: extra.slice(2) },
  "gpt-5.3-codex": { limits: gpt5, price: cached(1.75, 14, 0.175), efforts: extra },
  "gpt-5.2": { limits: gpt5, price: cached(1.75, 14, 0.175), efforts: extra },
  "gpt-5.2-pro": { limits: gpt5, price: { input: 21, output: 168 }, efforts: extra.slice(2) },
  "gpt-5.1": { limits: gpt5, price: cached(1.25, 10, 0.125), efforts: optional },
  "gpt-5": { limits: gpt5, price: cached(1.25, 10, 0.125), efforts: minimal },
  "gpt-5-mini": { limits: gpt5, price: cached(0.25, 2, 0.025), efforts: minimal },
  "gpt-5-nano": { limits: gpt5, price: cached(0.05, 0.4, 0.005), efforts: minimal },
  "gpt-5-pro": { limits: gpt5, price: { input: 15, output: 120 }, efforts: ["high"] },
  "gpt-5-chat-latest": { limits: gpt4o, price: cached(1.25, 10, 0.125) },
  "gpt-4.1": { limits: gpt41, price: cached(2, 8, 0.5) },
  "gpt-4.1-mini": { limits: gpt41, price: cached(0.4, 1.6, 0.1) },
  "gpt-4.1-nano": { limits: gpt41, price: cached(0.1, 0.4, 0.025) },
  "gpt-4o": { limits: gpt4o, price: cached(2.5, 10, 1.25) },
  "gpt-4o-2024-05-13": {
    limits: { ...gpt4o, outputTokens: 4096 },
    price: { input: 5, output: 15 },
  },
  "gpt-4o-mini": { limits: gpt4o, price: cached(0.15, 0.6, 0.075) },
  "gpt-4-turbo": {
    limits: { contextTokens: 128_000, outputTokens: 4096, images: true },
    price: { input: 10, output: 30 },
  },
  o1: { limits: oSeries, price: cached(15, 60, 7.5), efforts: classic },
  "o1-pro": { limits: oSeries, price: { input: 150, output: 600 }, efforts: classic },
  o3: { limits: oSeries, price: cached(2, 8, 0.5), efforts: classic },
  "o3-mini": { limits: { ...oSeries, ...textAlone }, price: cached(1.1, 4.4, 0.55), efforts: classic },
  "o3-pro": { limits: oSeries, price: { input: 20, output: 80 }, efforts: classic },
  "o4-mini": { limits: oSeries, price: cached(1.1, 4.4, 0.275), efforts: classic },
  "gpt-oss-120b": { limits: open, efforts: classic },
  "gpt-oss-20b": { limits: open, efforts: classic },
};

/** @param modelId - with or without its date, and the vendor in front that gateways put there: `openai/gpt-5-2025-08-07`. */
export function catalogEntry(modelId: string): CatalogEntry | undefined {
  const name = modelId.replace(/^openai\//, "").replace(/^gpt-oss:/, "gpt-oss-");
  const known = [name, name.replace(/-\d{4}-\d{2}-\d{2}$/, "")].find((id) => Object.hasOwn(catalog, id));
  return known === undefined ? undefined : catalog[known];
}

/**
 * Whether reasoning may be asked for. A model the catalogue does not know is taken for one that thinks, unless its
 * name is of a family that never did: newer models do.
 */
export function mayReason(modelId: string): boolean {
  const entry = catalogEntry(modelId);
  if (entry) return entry.efforts !== undefined;
  return !/^(openai\/)?(gpt-3|gpt-4|chatgpt-|gpt-5(\.\d)?-chat)/.test(modelId);
}

/**
 * Whether the model can search tools: from GPT-5.4 on.
 *
 * Source: developers.openai.com/api/docs/guides/tools-tool-search, read 2026-11-26.
 */
export function canSearchTools(modelId: string): boolean {
  return /^(openai\/)?gpt-(5\.([4-9]|\d\d)|[6-9])/.test(modelId);
}

/** Whether no effort at all is more than the model can do. */
export function mustThink(modelId: string): boolean {
  const efforts = catalogEntry(modelId)?.efforts;
  return efforts !== undefined && !efforts.includes("none");
}

function cached(input: number, output: number, cacheRead: number): ModelPrice {
  return { input, output, cacheRead };
}

function written(input: number, output: number, cacheRead: number, cacheWrite: number): ModelPrice {
  return { input, output, cacheRead, cacheWrite };
}

/**
 * A call with a longer prompt costs twice as much, its output half as much again.
 *
 * Source: developers.openai.com/api/docs/models/gpt-5.6-luna and pricing, "prompts with >272K input tokens".
 */
function tiered(price: ModelPrice): ModelPrice {
  const { input, output, cacheRead, cacheWrite } = price;
  const tier: PriceTier = {
    aboveInputTokens: 272_000,
    input: 2 * input,
    output: 1.5 * output,
    ...(cacheRead === undefined ? {} : { cacheRead: 2 * cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: 2 * cacheWrite }),
  };
  return { ...price, tiers: [tier] };
}
