import { builtinTools, defaultPrompts, describeModel } from "@skein/runtime";
import type { PlanFacts, Recipe } from "@skein/runtime/recipes";
import type { Settings } from "@skein/settings";
import { findKey, keptSecrets } from "@skein/host/secrets";
import { builtinNames, configExtensions, type EffectiveSettings, userModelFacts } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { firstWithKey, knownProviders, loadersTelling } from "../providers.ts";

/** Characters that a token has, roughly; of a definition of a tool, about so many tokens. */
const charactersPerToken = 4;
const tokensPerTool = 250;

/** What is known of a recipe here without starting anything or asking anybody. */
export async function planFacts(
  recipe: Recipe,
  secretNames: readonly string[],
  { values, sections }: EffectiveSettings,
): Promise<PlanFacts> {
  const tools = await builtinTools(builtinNames);
  const servers = configExtensions(sections).filter(({ isEnabled }) => isEnabled);
  const model = await modelOf(values);
  const named = recipe.models.length > 0 ? recipe.models : [{ ...model, ...recipe.settings }];
  const known = new Map<string, Awaited<ReturnType<typeof modelFacts>>>();
  for (const { provider = model.provider, model: id = model.model } of named) {
    known.set(`${provider}/${id}`, await modelFacts(provider, id));
  }
  const secrets = keptSecrets(thisMachine());
  const there = new Set<string>();
  for (const name of secretNames) if (await findKey(thisMachine(), [name], secrets)) there.add(name);
  const texts = [defaultPrompts.system, recipe.instructions ?? "", recipe.prompt ?? ""].join("\n");
  return {
    mode: values.mode,
    model,
    extensions: [...builtinNames, ...servers.map(({ name }) => name)],
    toolsOf: (extension) => {
      const found = tools.filter((tool) => tool.extension === extension).map(({ name }) => name);
      return found.length === 0 ? undefined : found;
    },
    hasSecret: (name) => there.has(name),
    factsOf: ({ provider = model.provider, model: id }) => known.get(`${provider}/${id}`),
    requestTokens: Math.ceil(texts.length / charactersPerToken) + tools.length * tokensPerTool,
    maxTurns: values.maxTurns,
  };
}

/** Who would answer where the recipe does not say it. */
async function modelOf(values: Settings): Promise<{ readonly provider: string; readonly model: string }> {
  const provider = values.provider ?? (await firstWithKey()) ?? Object.keys(knownProviders)[0] ?? "";
  const known = Object.hasOwn(knownProviders, provider) ? knownProviders[provider] : undefined;
  return { provider, model: values.model ?? known?.defaultModel ?? "" };
}

/** Of one that cannot be had here, because its provider is not installed, nothing is known. */
async function modelFacts(provider: string, model: string) {
  const sources = {
    providers: loadersTelling({ say: () => undefined }),
    facts: () => userModelFacts(thisMachine()),
  };
  try {
    const { limits, price } = await describeModel(sources, { provider, model });
    return { ...limits, ...(price === undefined ? {} : { price }) };
  } catch {
    return undefined;
  }
}
