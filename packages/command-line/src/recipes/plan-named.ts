import { planRecipe, secretNamesOf } from "@skein/recipes";
import type { Machine } from "@skein/host";
import { effectiveSettings } from "@skein/host/settings";
import { type UsableRecipe, givenValues, renderNamed } from "@skein/host/recipes";
import { planFacts, type PlanSources } from "./plan-facts.ts";

export interface PlanWish {
  readonly cwd: string;
  /** Values of its parameters, as typed. */
  readonly params: Readonly<Record<string, string>>;
  readonly overrides: NonNullable<Parameters<typeof effectiveSettings>[2]>;
  readonly providers: PlanSources["providers"];
  readonly warn: (sentence: string) => void;
}

/** What a run of a recipe would use. Nothing is started, and no model is asked. Throws `ConfigError`. */
export async function planNamed(
  machine: Machine,
  named: UsableRecipe,
  { cwd, params, overrides, providers, warn }: PlanWish,
): Promise<ReturnType<typeof planRecipe>> {
  const { values } = await givenValues(named, params, { cwd, canAsk: false, warn });
  const { recipe } = await renderNamed(named, values, cwd);
  const { subRecipes } = named.read;
  const settings = await effectiveSettings(machine, cwd, overrides);
  const secrets = secretNamesOf(recipe, subRecipes);
  return planRecipe(recipe, subRecipes, await planFacts(machine, { recipe, secrets, settings, providers }));
}
