import type { ModelLimits, ModelPrice } from "@skein/protocol";
import { scaledPrice } from "@skein/provider-kit";

/**
 * How a model is told to think. `budget`: by tokens. `adaptive`: by an effort, Claude's way; `levels`: by one, Nova's way;
 * `word`: by one, the way of OpenAI's open models. `none`: not at all.
 */
export interface ThinkingTraits {
  readonly style: "budget" | "adaptive" | "levels" | "word" | "none";
  /** It thinks unless it is told otherwise, and cannot be kept from it: a low effort has to do. */
  readonly always?: true;
  /** Its thoughts are refused when the conversation before them has changed, as a compaction changes it. */
  readonly bound?: true;
}

export interface CatalogEntry {
  readonly limits: ModelLimits & Required<Pick<ModelLimits, "contextTokens" | "outputTokens">>;
  /** Of requests that may be answered anywhere (`global.`), and of models that have one price. */
  readonly price?: ModelPrice;
  /** What requests cost more that stay in an area (`us.`, `eu.` …); of other names the price is then unknown. */
  readonly areaFactor?: number;
  readonly thinking?: ThinkingTraits;
  /** Whether `temperature` is taken. Default `true`. */
  readonly temperature?: false;
}

const sees = { images: true, pdfs: true };
const million = { contextTokens: 1_000_000, outputTokens: 128_000, ...sees };
const smaller = { contextTokens: 200_000, outputTokens: 64_000, ...sees };
const nova = { contextTokens: 300_000, outputTokens: 10_000, ...sees };
const open = { contextTokens: 128_000, outputTokens: 16_384, images: false };
const budget = { style: "budget" } as const;
const adaptive = { style: "adaptive" } as const;
const alwaysOn = { style: "adaptive", always: true } as const;
const bound = { style: "adaptive", always: true, bound: true } as const;
const word = { style: "word", always: true } as const;
const opusPrice = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };
const sonnetPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const areaFactor = 1.1;

/**
 * Known models by their id without area, date and version. Limits, media, prices and traits as the catalogue of
 * @earendil-works/pi-ai 0.87.1 and docs.aws.amazon.com/bedrock (adaptive thinking, prompt caching) gave them on
 * 2026-11-20. Prices: US dollars per million tokens, standard tier; of Nova and the open models those of the US.
 */
const catalog: Readonly<Record<string, CatalogEntry>> = {
  "anthropic.claude-fable-5-1": {
    limits: million,
    price: { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 },
    areaFactor,
    thinking: bound,
    temperature: false,
  },
  "anthropic.claude-fable-5": {
    limits: million,
    price: { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
    areaFactor,
    thinking: alwaysOn,
    temperature: false,
  },
  "anthropic.claude-opus-5-5": {
    limits: million,
    price: { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
    areaFactor,
    thinking: bound,
    temperature: false,
  },
  "anthropic.claude-opus-5": {
    limits: million,
    price: opusPrice,
    areaFactor,
    thinking: bound,
    temperature: false,
  },
  "anthropic.claude-sonnet-5": {
    limits: million,
    price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
    areaFactor,
    thinking: adaptive,
    temperature: false,
  },
  "anthropic.claude-opus-4-8": {
    limits: million,
    price: opusPrice,
    areaFactor,
    thinking: adaptive,
    temperature: false,
  },
  "anthropic.claude-opus-4-7": {
    limits: million,
    price: opusPrice,
    areaFactor,
    thinking: adaptive,
    temperature: false,
  },
  "anthropic.claude-opus-4-6": { limits: million, price: opusPrice, areaFactor, thinking: adaptive },
  "anthropic.claude-sonnet-4-6": { limits: million, price: sonnetPrice, areaFactor, thinking: adaptive },
  "anthropic.claude-opus-4-5": { limits: smaller, price: opusPrice, areaFactor, thinking: budget },
  "anthropic.claude-sonnet-4-5": { limits: smaller, price: sonnetPrice, areaFactor, thinking: budget },
  "anthropic.claude-haiku-4-5": {
    limits: smaller,
    price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
    areaFactor,
    thinking: budget,
  },
  "anthropic.claude-opus-4-1": {
    limits: { contextTokens: 200_000, outputTokens: 32_000, ...sees },
    price: { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 },
    thinking: budget,
  },
  "anthropic.claude-sonnet-4": { limits: smaller, price: sonnetPrice, thinking: budget },
  "amazon.nova-2-lite": {
    limits: { contextTokens: 1_000_000, outputTokens: 65_535, ...sees },
    price: { input: 0.3, output: 2.5, cacheRead: 0.075, cacheWrite: 0.3 },
    areaFactor: 1.1,
    thinking: { style: "levels" },
  },
  "amazon.nova-premier": {
    limits: { contextTokens: 1_000_000, outputTokens: 10_000, ...sees },
    price: { input: 2.5, output: 12.5, cacheRead: 0.625, cacheWrite: 2.5 },
  },
  "amazon.nova-pro": {
    limits: nova,
    price: { input: 0.8, output: 3.2, cacheRead: 0.2, cacheWrite: 0.8 },
  },
  "amazon.nova-lite": {
    limits: nova,
    price: { input: 0.06, output: 0.24, cacheRead: 0.015, cacheWrite: 0.06 },
  },
  "amazon.nova-micro": {
    limits: { contextTokens: 128_000, outputTokens: 10_000, images: false },
    price: { input: 0.035, output: 0.14, cacheRead: 0.00875, cacheWrite: 0.035 },
  },
  "openai.gpt-oss-120b": { limits: open, price: { input: 0.15, output: 0.6 }, thinking: word },
  "openai.gpt-oss-20b": { limits: open, price: { input: 0.07, output: 0.3 }, thinking: word },
  "deepseek.v3.2": {
    limits: { contextTokens: 163_840, outputTokens: 81_920, images: false },
    price: { input: 0.62, output: 1.85 },
  },
  "deepseek.v3": {
    limits: { contextTokens: 163_840, outputTokens: 81_920, images: false },
    price: { input: 0.58, output: 1.68 },
  },
  "qwen.qwen3-coder-480b-a35b": {
    limits: { contextTokens: 131_072, outputTokens: 65_536, images: false },
    price: { input: 0.45, output: 1.8 },
  },
  "qwen.qwen3-coder-30b-a3b": {
    limits: { contextTokens: 262_144, outputTokens: 131_072, images: false },
    price: { input: 0.15, output: 0.6 },
  },
  "qwen.qwen3-235b-a22b-2507": {
    limits: { contextTokens: 262_144, outputTokens: 131_072, images: false },
    price: { input: 0.22, output: 0.88 },
  },
  "qwen.qwen3-32b": {
    limits: { contextTokens: 32_768, outputTokens: 16_384, images: false },
    price: { input: 0.15, output: 0.6 },
  },
  "moonshotai.kimi-k2.5": {
    limits: { contextTokens: 262_143, outputTokens: 16_384, images: true },
    price: { input: 0.6, output: 3 },
  },
  "minimax.minimax-m2.5": {
    limits: { contextTokens: 196_608, outputTokens: 98_304, images: false },
    price: { input: 0.3, output: 1.2 },
  },
  "zai.glm-5": {
    limits: { contextTokens: 202_752, outputTokens: 131_072, images: false },
    price: { input: 1, output: 3.2 },
  },
  "mistral.mistral-large-3-675b-instruct": {
    limits: { contextTokens: 256_000, outputTokens: 8192, images: true },
    price: { input: 0.5, output: 1.5 },
  },
  "meta.llama4-maverick-17b-instruct": {
    limits: { contextTokens: 1_000_000, outputTokens: 8192, images: true },
    price: { input: 0.24, output: 0.97 },
  },
  "meta.llama3-3-70b-instruct": {
    limits: { contextTokens: 128_000, outputTokens: 4096, images: false },
    price: { input: 0.72, output: 0.72 },
  },
};

/** An area in front of a model's name: a profile that spreads requests over its regions. */
const area = /^(us|us-gov|eu|apac|au|jp|ca|in|sa|global)\.(?=[a-z])/;

/** Areas whose prices are those of the catalogue, for models that cost the same in both. */
const pricedAreas = new Set(["", "us", "global"]);

/** @param modelId - with or without area, date and version, or the ARN of a profile that carries them at its end. */
export function catalogEntry(modelId: string): CatalogEntry | undefined {
  const name = bareName(modelId);
  return Object.hasOwn(catalog, name) ? catalog[name] : undefined;
}

export function priceOf(modelId: string): ModelPrice | undefined {
  const { price, areaFactor: factor } = catalogEntry(modelId) ?? {};
  const where = area.exec(named(modelId))?.[1] ?? "";
  if (!price || where === "global") return price;
  const isClaude = isClaudeModel(modelId);
  if (!isClaude && !pricedAreas.has(where)) return undefined;
  if (factor === undefined) return price;
  return where === "" ? undefined : scaledPrice(price, factor);
}

export function isClaudeModel(modelId: string): boolean {
  return bareName(modelId).startsWith("anthropic.");
}

export function isNovaModel(modelId: string): boolean {
  return bareName(modelId).startsWith("amazon.nova");
}

/** A newer Claude than the catalogue knows thinks adaptively; of other names nothing is assumed. */
export function thinkingTraits(modelId: string): ThinkingTraits {
  const entry = catalogEntry(modelId);
  if (entry) return entry.thinking ?? { style: "none" };
  return { style: /^anthropic\.claude-[a-z]+-\d/.test(bareName(modelId)) ? "adaptive" : "none" };
}

/** Of an ARN its last part. */
function named(modelId: string): string {
  return modelId.startsWith("arn:") ? modelId.slice(modelId.lastIndexOf("/") + 1) : modelId;
}

/** `us.anthropic.claude-haiku-4-5-20251001-v1:0` is `anthropic.claude-haiku-4-5`. */
function bareName(modelId: string): string {
  return named(modelId)
    .replace(area, "")
    .replace(/(-v\d+(:\d+)*|-\d+(:\d+)+)$/, "")
    .replace(/-\d{8}$/, "");
}
