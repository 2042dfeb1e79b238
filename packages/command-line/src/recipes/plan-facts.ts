import { defaultBuiltins, type ModelName } from "@skein/protocol";
import { builtinTools, defaultPrompts, describeModel } from "@skein/runtime";
import type { PlanInputs, Recipe } from "@skein/recipes";
import type { Settings } from "@skein/settings";
import type { Machine } from "@skein/host";
import { firstWithKey, type KnownProviders, type ProviderLoaders } from "@skein/host/providers";
import { findKey, keptSecrets } from "@skein/host/secrets";
import { configExtensions, type EffectiveSettings, userModelFacts } from "@skein/host/settings";

/** Characters that a token has, roughly; of a definition of a tool, about so many tokens. */
const charactersPerToken = 4;
const tokensPerTool = 250;

export interface PlanSources {
  /** With values in place of its parameters. */
  readonly recipe: Recipe;
  /** Names of what it and its sub-recipes want. */
  readonly secrets: readonly string[];
  readonly settings: Pick<EffectiveSettings, "values" | "sections">;
  readonly providers: { readonly known: KnownProviders; readonly loaders: ProviderLoaders };
}

/** What is known of a recipe on this machine without starting anything or asking anybody. */
export async function planFacts(
  machine: Machine,
  { recipe, secrets, settings: { values, sections }, providers }: PlanSources,
): Promise<PlanInputs> {
  const tools = await builtinTools(defaultBuiltins);
  const servers = configExtensions(sections).filter(({ isEnabled }) => isEnabled);
  const model = await modelOf(machine, values, providers.known);
  const named = recipe.models.length > 0 ? recipe.models : [{ ...model, ...recipe.settings }];
  const known = new Map<string, Awaited<ReturnType<typeof modelFacts>>>();
  for (const { provider = model.provider, model: id = model.model } of named) {
    known.set(`${provider}/${id}`, await modelFacts(machine, providers.loaders, { provider, model: id }));
  }
  const kept = keptSecrets(machine);
  const there = new Set<string>();
  for (const name of secrets) if (await findKey(machine, [name], kept)) there.add(name);
  const texts = [defaultPrompts.system, recipe.instructions ?? "", recipe.prompt ?? ""].join("\n");
  return {
    mode: values.mode,
    model,
    extensions: [...defaultBuiltins, ...servers.map(({ name }) => name)],
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
async function modelOf(machine: Machine, values: Settings, providers: KnownProviders): Promise<ModelName> {
  const provider =
    values.provider ?? (await firstWithKey(machine, providers)) ?? Object.keys(providers)[0] ?? "";
  const known = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  return { provider, model: values.model ?? known?.defaultModel ?? "" };
}

/** Of one that cannot be had here, because its provider is not installed, nothing is known. */
async function modelFacts(machine: Machine, providers: ProviderLoaders, name: ModelName) {
  try {
    const { limits, price } = await describeModel({ providers, facts: () => userModelFacts(machine) }, name);
    return { ...limits, ...(price === undefined ? {} : { price }) };
  } catch {
    return undefined;
  }
}
