import type { ModelLimits, ModelPrice } from "@skein/protocol";
import type { WireThinking } from "./wire.ts";

/**
 * How a model is told to think. `level`: by a word, the lowest one it takes is named. `budget`: by tokens; at `none`
 * the least it takes, 0 where that turns thinking off. `none`: not at all.
 */
export type ThinkingTraits =
  | { readonly style: "level"; readonly least: NonNullable<WireThinking["thinkingLevel"]> }
  | { readonly style: "budget"; readonly least: number; readonly most: number; readonly byDefault: boolean }
  | { readonly style: "none" };

export interface CatalogEntry {
  readonly limits: Required<ModelLimits>;
  /** Absent where it changes with what an alias means, or requests go to another model. */
  readonly price?: ModelPrice;
  readonly thinking: ThinkingTraits;
}

const limits = { contextTokens: 1_048_576, outputTokens: 65_536 };
const minimal = { style: "level", least: "MINIMAL" } as const;
const low = { style: "level", least: "LOW" } as const;
const proBudget = { style: "budget", least: 128, most: 32_768, byDefault: true } as const;
const flashBudget = { style: "budget", least: 0, most: 24_576, byDefault: true } as const;
const liteBudget = { style: "budget", least: 0, most: 24_576, byDefault: false } as const;
const introductory = { input: 0.75, output: 3.75, cacheRead: 0.075 };
const lite = { input: 0.25, output: 1.5, cacheRead: 0.025 };
const pro31 = {
  input: 2,
  output: 12,
  cacheRead: 0.2,
  tiers: [{ aboveInputTokens: 200_000, input: 4, output: 18, cacheRead: 0.4 }],
};
const pro25 = {
  input: 1.25,
  output: 10,
  cacheRead: 0.125,
  tiers: [{ aboveInputTokens: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
};

/**
 * Known models. Limits, prices (US dollars per million tokens of text, standard tier) and thinking levels as
 * ai.google.dev/gemini-api/docs (models, pricing, thinking) and the catalogue of @earendil-works/pi-ai 0.87.1 gave them
 * on 2026-11-20. The prices of 3.6, 3.7 and 3.8 Flash are introductory; requests for 3.5 Flash go to its successor.
 * What is kept in explicit caches is billed by the hour and not counted here.
 */
const catalog: Readonly<Record<string, CatalogEntry>> = {
  "gemini-3.8-flash": { limits, price: introductory, thinking: low },
  "gemini-3.7-flash": { limits, price: introductory, thinking: low },
  "gemini-3.6-flash": { limits, price: introductory, thinking: minimal },
  "gemini-3.5-flash": { limits, thinking: minimal },
  "gemini-3.5-flash-lite": {
    limits,
    price: { input: 0.3, output: 2.5, cacheRead: 0.03 },
    thinking: minimal,
  },
  "gemini-3.1-pro-preview": { limits, price: pro31, thinking: low },
  "gemini-3.1-pro-preview-customtools": { limits, price: pro31, thinking: low },
  "gemini-3.1-flash-lite": { limits, price: lite, thinking: minimal },
  "gemini-3.1-flash-lite-preview": { limits, price: lite, thinking: minimal },
  "gemini-3-flash-preview": {
    limits,
    price: { input: 0.5, output: 3, cacheRead: 0.05 },
    thinking: minimal,
  },
  "gemini-flash-latest": { limits, thinking: low },
  "gemini-flash-lite-latest": { limits, thinking: minimal },
  "gemini-2.5-pro": { limits, price: pro25, thinking: proBudget },
  "gemini-2.5-flash": {
    limits,
    price: { input: 0.3, output: 2.5, cacheRead: 0.03 },
    thinking: flashBudget,
  },
  "gemini-2.5-flash-lite": {
    limits,
    price: { input: 0.1, output: 0.4, cacheRead: 0.01 },
    thinking: liteBudget,
  },
};

/** @param modelId - with or without `models/` and the number of a fixed version: `models/gemini-2.5-flash-001`. */
export function catalogEntry(modelId: string): CatalogEntry | undefined {
  const name = modelId.replace(/^models\//, "").replace(/-\d{3}$/, "");
  return Object.hasOwn(catalog, name) ? catalog[name] : undefined;
}

/**
 * Models from 3 on sign the calls they make and want the signatures back, and take images inside of results. The
 * aliases stand for such models; of names that say no number nothing is assumed.
 */
export function isThirdGeneration(modelId: string): boolean {
  const major = /^(?:models\/)?gemini-(\d+)/.exec(modelId)?.[1];
  return major === undefined ? /gemini-[a-z-]+-latest$/.test(modelId) : Number(major) >= 3;
}

/** A newer Gemini than the catalogue knows takes levels; of other names nothing is assumed. */
export function thinkingTraits(modelId: string): ThinkingTraits {
  return catalogEntry(modelId)?.thinking ?? (isThirdGeneration(modelId) ? low : { style: "none" });
}
