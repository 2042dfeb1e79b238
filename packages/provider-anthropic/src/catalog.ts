import type { ModelLimits, ModelPrice } from "@skein/protocol";

/**
 * How a model is told to think. `budget`: a number of tokens. `adaptive`: an effort. `none`: it cannot.
 */
export interface ThinkingTraits {
  readonly style: "budget" | "adaptive" | "none";
  /** What turns it off; `undefined` when nothing does, and a low effort has to do. */
  readonly off?: "disabled" | "between_tools";
  /** Its thoughts are refused when the conversation before them has changed, unless the request says to drop them. */
  readonly bound?: true;
}

export interface CatalogEntry {
  readonly limits: Required<ModelLimits>;
  readonly price: ModelPrice;
  readonly thinking: ThinkingTraits;
  /** Whether `temperature` is taken. */
  readonly temperature: boolean;
}

const media = { images: true, pdfs: true };
const million = { contextTokens: 1_000_000, outputTokens: 128_000, ...media };
const smaller = { contextTokens: 200_000, outputTokens: 64_000, ...media };
const opusPrice = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };
const sonnetPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const budget = { style: "budget", off: "disabled" } as const;
const adaptive = { style: "adaptive", off: "disabled" } as const;
const alwaysOn = { style: "adaptive" } as const;
const bound = { style: "adaptive", bound: true } as const;

/**
 * Known models by their id without a date. Limits, prices and traits as platform.claude.com/docs (models, pricing,
 * thinking) and the catalogue of @earendil-works/pi-ai 0.87.1 gave them on 2026-11-20. Prices: cache writes of five
 * minutes. Sonnet 4.5 is taken at the window it has without a beta header.
 */
const catalog: Readonly<Record<string, CatalogEntry>> = {
  "claude-fable-5-1": {
    limits: million,
    price: { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 },
    thinking: bound,
    temperature: false,
  },
  "claude-opus-5-5": {
    limits: million,
    price: { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
    thinking: bound,
    temperature: false,
  },
  "claude-sonnet-5-5": {
    limits: million,
    price: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
    thinking: { ...bound, off: "between_tools" },
    temperature: false,
  },
  "claude-haiku-5-5": {
    limits: million,
    price: {
      input: 0.1,
      output: 0.5,
      cacheRead: 0.01,
      cacheWrite: 0.125,
      tiers: [{ aboveInputTokens: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 }],
    },
    thinking: { ...bound, off: "disabled" },
    temperature: false,
  },
  "claude-fable-5": {
    limits: million,
    price: { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
    thinking: alwaysOn,
    temperature: false,
  },
  "claude-opus-5": { limits: million, price: opusPrice, thinking: bound, temperature: false },
  "claude-sonnet-5": {
    limits: million,
    price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
    thinking: adaptive,
    temperature: false,
  },
  "claude-opus-4-8": { limits: million, price: opusPrice, thinking: adaptive, temperature: false },
  "claude-opus-4-7": { limits: million, price: opusPrice, thinking: adaptive, temperature: false },
  "claude-opus-4-6": { limits: million, price: opusPrice, thinking: adaptive, temperature: true },
  "claude-sonnet-4-6": { limits: million, price: sonnetPrice, thinking: adaptive, temperature: true },
  "claude-opus-4-5": { limits: smaller, price: opusPrice, thinking: budget, temperature: true },
  "claude-sonnet-4-5": { limits: smaller, price: sonnetPrice, thinking: budget, temperature: true },
  "claude-haiku-4-5": {
    limits: smaller,
    price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
    thinking: budget,
    temperature: true,
  },
};

/** @param modelId - with or without its date: `claude-haiku-4-5-20251001`, `claude-opus-4-5@20251101`. */
export function claudeCatalogEntry(modelId: string): CatalogEntry | undefined {
  const undated = modelId.replace(/[-@]\d{8}$/, "");
  return Object.hasOwn(catalog, undated) ? catalog[undated] : undefined;
}

/** Output limit sent for a model that is not in the catalogue: every model that is still served takes it. */
export const unknownOutputTokens = 8192;

/** A newer Claude than the catalogue knows thinks adaptively; other names are servers that speak the older form. */
export function traitsOf(modelId: string): ThinkingTraits {
  const known = claudeCatalogEntry(modelId)?.thinking;
  return known ?? (modelId.startsWith("claude-") ? { style: "adaptive" } : budget);
}
