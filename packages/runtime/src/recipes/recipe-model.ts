import { ConfigError, type ModelName } from "@skein/protocol";
import type { Recipe } from "@skein/recipes";
import { providerGuess } from "@skein/settings";
import type { RecipeContext, UserChoices } from "./recipe-context.ts";

/** The model of a recipe. */
export interface RecipeModelChoice extends ModelName {
  /** The recipe's other models, in its order. */
  readonly others: readonly ModelName[];
  readonly temperature?: number;
}

/**
 * The recipe's first model whose provider is known and has a key; without any key, the first with a known
 * provider. The user's flags override it field by field: a provider selects the recipe's models of that
 * provider, a model replaces the recipe's.
 *
 * @param base - the model to use when the recipe names none.
 * @returns `undefined` when the recipe names neither provider nor model.
 * @throws ConfigError when no provider the recipe names is known, or it names only a provider.
 */
export async function recipeModel(
  { models, settings }: Pick<Recipe, "models" | "settings">,
  base: ModelName,
  { said = {}, ...facts }: Omit<RecipeContext, "secret"> & { readonly said?: UserChoices },
): Promise<RecipeModelChoice | undefined> {
  const { providerId = (name: string) => name, hasKey = async () => true } = facts;
  const named: readonly Named[] = models.length > 0 ? models : settingsModel(settings);
  if (named.length === 0 || (said.provider !== undefined && said.model !== undefined)) return undefined;
  const known = named.flatMap(({ provider: name, ...rest }) => {
    const provider = name === undefined ? base.provider : providerId(name);
    return provider === undefined ? [] : [{ ...rest, provider }];
  });
  if (known.length === 0 && said.provider === undefined) throw unknownProviders(named, facts.providers);
  const usable = known.filter(({ provider }) => said.provider === undefined || provider === said.provider);
  const first = (await firstWithKey(usable, hasKey)) ?? usable[0];
  if (!first) return undefined;
  const { provider, temperature } = first;
  const model =
    said.model ?? first.model ?? (provider === base.provider ? base.model : facts.defaultModel?.(provider));
  if (model === undefined) {
    throw new ConfigError("usage", `The recipe names the provider ${provider} but no model.`, {
      hint: "Add model to the recipe's settings.",
      nextStep: { do: "name-model" },
    });
  }
  const others = usable.flatMap((one) =>
    one === first || one.model === undefined || said.model !== undefined
      ? []
      : [{ provider: one.provider, model: one.model }],
  );
  return { provider, model, others, ...(temperature === undefined ? {} : { temperature }) };
}

interface Named {
  readonly provider?: string;
  readonly model?: string;
  readonly temperature?: number;
}

function settingsModel({ provider, model }: Recipe["settings"]): readonly Named[] {
  if (provider === undefined && model === undefined) return [];
  return [{ ...(provider === undefined ? {} : { provider }), ...(model === undefined ? {} : { model }) }];
}

async function firstWithKey<One extends { readonly provider: string }>(
  all: readonly One[],
  hasKey: (provider: string) => Promise<boolean>,
): Promise<One | undefined> {
  for (const one of all) if (await hasKey(one.provider)) return one;
  return undefined;
}

function unknownProviders(named: readonly Named[], known: readonly string[] = []): ConfigError {
  const names = [...new Set(named.flatMap(({ provider }) => provider ?? []))];
  return new ConfigError("unknown-provider", `Unknown providers in the recipe: ${names.join(", ")}.`, {
    hint: `${providerGuess(names, known)}Fix the recipe's settings.`,
    nextStep: { do: "name-provider" },
  });
}
