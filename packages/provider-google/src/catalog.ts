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

const limits = { contextTokens: 1_048_576, outputTokens: 65_536, images: true, pdfs: true };
const minimal = { style: "level", least: "MINIMAL" } as const;
const low = { style: "level", least: "LOW" } as const;
const proBudget = { style: "budget", least: 128, most: 32_768, byDefault: true } as const;
const flashBudget = { style: "budget", least: 0, most: 24_576, byDefault: true } as const;
const liteBudget = { style: "budget", least: 0, most: 24_576, byDefault: false } as const;
const introductory = rates(0.75, 3.75, 0.075);
const lite = rates(0.25, 1.5, 0.025);
const pro31 = { ...rates(2, 12, 0.2), tiers: [{ aboveInputTokens: 200_000, ...rates(4, 18, 0.4) }] };
const pro25 = { ...rates(1.25, 10, 0.125), tiers: [{ aboveInputTokens: 200_000, ...rates(2.5, 15, 0.25) }] };

/** Writing an explicit cache costs as much as input; implicit ones are never counted as written. */
function rates(input: number, output: number, cacheRead: number): Omit<ModelPrice, "tiers"> {
  return { input, output, cacheRead, cacheWrite: input };
}

/**
 * Known models. Limits, prices (US dollars per million tokens of text, standard tier) and thinking levels as
 * ai.google.dev/gemini-api/docs (models, pricing, thinking) and the catalogue of @earendil-works/pi-ai 0.87.1 gave them
 * on 2026-11-20. The prices of 3.6, 3.7 and 3.8 Flash are introductory; requests for 3.5 Flash go to its successor.
 * Storage of explicit caches is billed by the hour and not counted here.
 */
const catalog: Readonly<Record<string, CatalogEntry>> = {
  "gemini-3.8-flash": { limits, price: introductory, thinking: low },
  "gemini-3.7-flash": { limits, price: introductory, thinking: low },
  "gemini-3.6-flash": { limits, price: introductory, thinking: minimal },
  "gemini-3.5-flash": { limits, thinking: minimal },
  "gemini-3.5-flash-lite": {
    limits,
    price: rates(0.3, 2.5, 0.03),
    thinking: minimal,
  },
  "gemini-3.1-pro-preview": { limits, price: pro31, thinking: low },
  "gemini-3.1-pro-preview-customtools": { limits, price: pro31, thinking: low },
  "gemini-3.1-flash-lite": { limits, price: lite, thinking: minimal },
  "gemini-3.1-flash-lite-preview": { limits, price: lite, thinking: minimal },
  "gemini-3-flash-preview": {
    limits,
    price: rates(0.5, 3, 0.05),
    thinking: minimal,
  },
  "gemini-flash-latest": { limits, thinking: low },
  "gemini-flash-lite-latest": { limits, thinking: minimal },
  "gemini-2.5-pro": { limits, price: pro25, thinking: proBudget },
  "gemini-2.5-flash": {
    limits,
    price: rates(0.3, 2.5, 0.03),
    thinking: flashBudget,
  },
  "gemini-2.5-flash-lite": {
    limits,
    price: rates(0.1, 0.4, 0.01),
    thinking: liteBudget,
  },
};

/** @param modelId - with or without `models/` and the number of a fixed version: `models/gemini-2.5-flash-001`. */
export function geminiCatalogEntry(modelId: string): CatalogEntry | undefined {
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
  return geminiCatalogEntry(modelId)?.thinking ?? (isThirdGeneration(modelId) ? low : { style: "none" });
}
