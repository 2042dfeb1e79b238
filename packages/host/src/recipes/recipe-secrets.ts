import { ConfigError, NotStartedError } from "@skein/protocol";
import { missingSecrets, type LookUpSecret } from "@skein/runtime/recipes";
import type { ReadSubRecipe, Recipe } from "@skein/recipes";
import type { SecretLocation } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { keptSecrets } from "../secrets/kept-secrets.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";

/** From the environment, then from where keys are kept. A variable that is set to nothing is meant to be missing. */
export function secretLookUp(machine: Machine, used: UsedSecrets): LookUpSecret {
  const store = keptSecrets(machine);
  return async (name) => {
    const given = machine.env[name];
    if (given !== undefined) return given === "" ? undefined : given;
    const kept = await store.get(name);
    if (kept !== undefined) used.add({ name, value: kept });
    return kept;
  };
}

/** How a person is asked for secrets. */
export interface SecretQuestions {
  /** `undefined` gives up; an empty answer goes on without it. */
  secret(name: string): Promise<string | undefined>;
  /** Told where an answer is kept. */
  secretKept(place: SecretLocation): void;
}

export interface SecretRequest {
  readonly recipe: Recipe;
  readonly subRecipes: readonly ReadSubRecipe[];
  readonly secret: LookUpSecret;
  /** Absent: no one is available to ask. */
  readonly ask?: SecretQuestions | undefined;
}

/**
 * Asks for each secret that an extension needs and no source has, and keeps it as a provider's key is kept. Throws
 * `ConfigError` that names them all where no one is available to ask, `NotStartedError` when the person gives up.
 */
export async function requireSecrets(machine: Machine, request: SecretRequest): Promise<void> {
  const { recipe, subRecipes, secret, ask } = request;
  const isSaid = (name: string) => machine.env[name] !== undefined;
  const missing = await missingSecrets(recipe, subRecipes, async (name) =>
    isSaid(name) ? "" : await secret(name),
  );
  if (missing.length === 0) return;
  if (!ask) throw notThere(recipe, missing);
  const store = keptSecrets(machine);
  for (const name of missing) {
    const typed = await ask.secret(name);
    if (typed === undefined) {
      throw new NotStartedError("cancelled", `${name} was not given. Nothing was started.`);
    }
    if (typed !== "") ask.secretKept(await store.set(name, typed));
  }
}

function notThere({ title }: Recipe, missing: readonly string[]): ConfigError {
  return new ConfigError(
    "usage",
    `Extensions of the recipe "${title}" want ${missing.join(", ")}, which ${missing.length === 1 ? "is" : "are"} neither in the environment nor kept.`,
    { nextStep: { do: "give-secrets", names: missing } },
  );
}
