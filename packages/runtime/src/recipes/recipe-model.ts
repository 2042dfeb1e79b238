import { ConfigError } from "@skein/protocol";
import type { Recipe } from "@skein/recipes";
import type { ModelName } from "../models.ts";
import type { RecipeFacts, SaidByUser } from "./recipe-facts.ts";

/** Who answers a recipe. */
export interface RecipeModelChoice extends ModelName {
  /** The recipe's others, in its order. */
  readonly others: readonly ModelName[];
  readonly temperature?: number;
}

/**
 * The first model of the recipe whose provider is known and has a key; without a key anywhere the first that is known. The
 * user's word for this run comes before it, field by field: a provider leaves the recipe's models of that provider, a model
 * stands in the place of the recipe's.
 *
 * @param base - who answers where the recipe does not say.
 * @returns nothing when the recipe names neither provider nor model.
 * @throws ConfigError when nobody the recipe names is known, or only a provider is.
 */
export async function recipeModel(
  { models, settings }: Pick<Recipe, "models" | "settings">,
  base: ModelName,
  { said = {}, ...facts }: Omit<RecipeFacts, "secret"> & { readonly said?: SaidByUser },
): Promise<RecipeModelChoice | undefined> {
  const { providerId = (name: string) => name, hasKey = async () => true } = facts;
  const named: readonly Named[] = models.length > 0 ? models : settingsModel(settings);
  if (named.length === 0 || (said.provider !== undefined && said.model !== undefined)) return undefined;
  const known = named.flatMap(({ provider: name, ...rest }) => {
    const provider = name === undefined ? base.provider : providerId(name);
    return provider === undefined ? [] : [{ ...rest, provider }];
  });
  if (known.length === 0 && said.provider === undefined) throw unknownProvider(named);
  const usable = known.filter(({ provider }) => said.provider === undefined || provider === said.provider);
  const first = (await firstWithKey(usable, hasKey)) ?? usable[0];
  if (!first) return undefined;
  const { provider, temperature } = first;
  const model =
    said.model ?? first.model ?? (provider === base.provider ? base.model : facts.defaultModel?.(provider));
  if (model === undefined) {
    throw new ConfigError("usage", `The recipe names the provider ${provider} and no model.`, {
      hint: "Name one in the recipe's settings, as model.",
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

function unknownProvider(named: readonly Named[]): ConfigError {
  const names = [...new Set(named.map(({ provider }) => provider))].join(", ");
  return new ConfigError("unknown-provider", `Skein knows no provider that the recipe names: ${names}.`, {
    hint: "Correct the recipe's settings.",
    nextStep: { do: "name-provider" },
  });
}
