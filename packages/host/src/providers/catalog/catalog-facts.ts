import {
  efforts,
  isJsonObject,
  type Effort,
  type JsonValue,
  type ModelLimits,
  type ModelPrice,
} from "@skein/protocol";

/** What a catalog knows of one model. */
export interface CatalogFacts {
  readonly limits: ModelLimits;
  /** US dollars per million tokens. Absent: the catalog does not know. */
  readonly price?: ModelPrice;
  /** Efforts that the model has, weakest first. Absent: the catalog does not know. */
  readonly efforts?: readonly Effort[];
}

/** A window below or above these, in tokens, is a mistake. */
const windows = { from: 256, to: 100_000_000 };

/** US dollars per million tokens above which a price is a mistake. */
const dearest = 10_000;

/** As models.dev calls rates of a long prompt, and above how many tokens they apply. */
const longPrompt = { field: "context_over_200k", aboveInputTokens: 200_000 } as const;

/**
 * Reads one model of a list in the form of models.dev. Limits that it lacks stay unknown, and so does a price of which a part
 * is missing.
 *
 * @returns what is wrong with it, otherwise.
 *
 * Source: https://github.com/anomalyco/models.dev, packages/core/src/schema.ts, read 2026-11-30.
 */
export function catalogFacts(model: JsonValue): CatalogFacts | { readonly problem: string } {
  if (!isJsonObject(model)) return { problem: "is no map of fields" };
  const { limit, modalities, cost } = model;
  const limits = limitsIn(limit, modalities);
  if ("problem" in limits) return limits;
  const price = cost === undefined || cost === null ? undefined : priceIn(cost);
  if (price !== undefined && "problem" in price) return price;
  return { limits, ...(price === undefined ? {} : { price }), ...effortsIn(model["reasoning_options"]) };
}

/** Switches and budgets say nothing of words. Words that we do not have are passed over. */
function effortsIn(options: JsonValue | undefined): Pick<CatalogFacts, "efforts"> {
  const said = (Array.isArray(options) ? options : []).find(
    (option) => isJsonObject(option) && option["type"] === "effort",
  );
  const values = isJsonObject(said) ? said["values"] : undefined;
  if (!Array.isArray(values)) return {};
  const known = efforts.filter((effort) => values.includes(effort));
  return known.length === 0 ? {} : { efforts: known };
}

function limitsIn(
  limit: JsonValue | undefined,
  modalities: JsonValue | undefined,
): ModelLimits | { readonly problem: string } {
  const { context, output } = isJsonObject(limit) ? limit : {};
  for (const [name, tokens] of Object.entries({ context, output }))
    if (!isAbsent(tokens) && !isWindow(tokens))
      return { problem: `limit.${name} is ${JSON.stringify(tokens)}` };
  const input = isJsonObject(modalities) ? modalities["input"] : undefined;
  return {
    ...(isWindow(context) ? { contextTokens: context } : {}),
    ...(isWindow(output) ? { outputTokens: output } : {}),
    ...(Array.isArray(input) ? { images: input.includes("image"), pdfs: input.includes("pdf") } : {}),
  };
}

/** The list writes 0 where it does not know. */
function isAbsent(tokens: JsonValue | undefined): boolean {
  return tokens === undefined || tokens === null || tokens === 0;
}

function isWindow(tokens: JsonValue | undefined): tokens is number {
  return (
    typeof tokens === "number" && Number.isInteger(tokens) && tokens >= windows.from && tokens <= windows.to
  );
}

function priceIn(cost: JsonValue): ModelPrice | { readonly problem: string } {
  const rates = ratesIn(cost, "cost");
  if ("problem" in rates) return rates;
  const long = isJsonObject(cost) ? cost[longPrompt.field] : undefined;
  if (long === undefined || long === null) return rates;
  const tier = ratesIn(long, `cost.${longPrompt.field}`);
  if ("problem" in tier) return tier;
  return { ...rates, tiers: [{ ...tier, aboveInputTokens: longPrompt.aboveInputTokens }] };
}

type Rates = Omit<ModelPrice, "tiers">;

function ratesIn(cost: JsonValue, place: string): Rates | { readonly problem: string } {
  if (!isJsonObject(cost)) return { problem: `${place} is no map of fields` };
  const { input, output, cache_read: cacheRead, cache_write: cacheWrite } = cost;
  const wrong = Object.entries({ input, output, cache_read: cacheRead, cache_write: cacheWrite }).find(
    ([name, dollars]) => !(isDollars(dollars) || (name.startsWith("cache") && (dollars ?? null) === null)),
  );
  if (wrong) return { problem: `${place}.${wrong[0]} is ${JSON.stringify(wrong[1] ?? null)}` };
  return {
    input: input as number,
    output: output as number,
    ...(isDollars(cacheRead) ? { cacheRead } : {}),
    ...(isDollars(cacheWrite) ? { cacheWrite } : {}),
  };
}

function isDollars(dollars: JsonValue | undefined): dollars is number {
  return typeof dollars === "number" && dollars >= 0 && dollars <= dearest;
}
