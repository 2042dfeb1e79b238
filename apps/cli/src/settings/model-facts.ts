import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import type { ModelFacts } from "@skein/runtime";
import { describeOrigin, type ResolvedSettings } from "@skein/settings";
import { modelsKey, userEntries } from "./user-entries.ts";

const example = `Write it like this; prices are US dollars per million tokens:
${modelsKey}:
  MODEL-ID:
    contextTokens: 200000
    outputTokens: 64000
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
    toolshim: true # only for a model that cannot call tools by itself
    notes: What this model needs to be told. # the id may be a pattern here: some-*, PROVIDER/*`;

const limitNames = ["contextTokens", "outputTokens"];
const otherNames = ["price", "toolshim", "notes"];
const priceNames = ["input", "output", "cacheRead", "cacheWrite"];

/**
 * Limits, prices and what else there is to know, by model id, as the user's own config files say under `models`; a stronger file wins for the whole
 * model. What a project says about them is left out: a price decides when a budget is used up.
 *
 * Throws `ConfigError` with the place of what cannot be used.
 */
function modelFacts(others: ResolvedSettings["others"]): Readonly<Record<string, ModelFacts>> {
  const found: Record<string, ModelFacts> = {};
  for (const { key, value, origin } of others.toReversed()) {
    if (key !== modelsKey || origin.layer === "project" || value === null) continue;
    const fault = (what: string) =>
      new ConfigError("usage", `${describeOrigin(origin)}: ${what}.`, { hint: example });
    if (!isJsonObject(value)) throw fault(`${key} must be a map of model ids`);
    for (const [id, said] of Object.entries<JsonValue>(value)) {
      if (!isJsonObject(said)) throw fault(`${key}.${id} must be a map`);
      const strange = Object.keys(said).find((name) => ![...limitNames, ...otherNames].includes(name));
      if (strange !== undefined) throw fault(`${key}.${id} knows no "${strange}"`);
      const { price, toolshim = false, notes = "", ...limits } = said;
      if (typeof notes !== "string") throw fault(`${key}.${id}.notes must be text`);
      if (typeof toolshim !== "boolean") throw fault(`${key}.${id}.toolshim must be true or false`);
      requireNumbers(limits, (name) => fault(`${key}.${id}.${name} is not a number above 0`), 1);
      found[id] = { limits, toolshim, notes };
      if (price === undefined) continue;
      if (!isJsonObject(price) || !("input" in price) || !("output" in price)) {
        throw fault(`${key}.${id}.price needs input and output`);
      }
      const odd = Object.keys(price).find((name) => !priceNames.includes(name));
      if (odd !== undefined) throw fault(`${key}.${id}.price knows no "${odd}"`);
      requireNumbers(price, (name) => fault(`${key}.${id}.price.${name} is not a number of at least 0`), 0);
      found[id] = { ...found[id], price: price as unknown as NonNullable<ModelFacts["price"]> };
    }
  }
  return found;
}

function requireNumbers(values: JsonObject, fault: (name: string) => ConfigError, least: number): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "number" || !Number.isFinite(value) || value < least) throw fault(name);
  }
}

/** The user's own, for a runtime. */
export async function userModelFacts(): Promise<Readonly<Record<string, ModelFacts>>> {
  return modelFacts(await userEntries());
}
