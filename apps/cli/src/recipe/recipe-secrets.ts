import { ConfigError } from "@skein/protocol";
import { missingSecrets, type LookUpSecret, type ReadSubRecipe, type Recipe } from "@skein/runtime/recipes";
import type { SecretStore } from "@skein/settings";
import { keptSecrets, type UsedSecrets } from "@skein/host/secrets";
import { thisMachine } from "../machine.ts";
import type { Prompts } from "../configure/prompts.ts";
import { NotStarted } from "../not-started.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { shellWord } from "../terminal/shell-word.ts";

/** From the environment, then from where keys are kept. A variable that is set to nothing is meant to be missing. */
export function secretLookUp(
  used: UsedSecrets,
  store: SecretStore = keptSecrets(thisMachine()),
): LookUpSecret {
  return async (name) => {
    const given = process.env[name];
    if (given !== undefined) return given === "" ? undefined : given;
    const kept = await store.get(name);
    if (kept !== undefined) used.add({ name, value: kept });
    return kept;
  };
}

export interface SecretRequest {
  readonly recipe: Recipe;
  readonly subRecipes: readonly ReadSubRecipe[];
  readonly secret: LookUpSecret;
  /** Absent: nobody can be asked. */
  readonly prompts?: Pick<Prompts, "secret" | "say"> | undefined;
  readonly store?: SecretStore;
}

/**
 * Asks for each secret that an extension wants and nobody has, and keeps it as a provider's key is kept; an empty answer
 * goes on without it. Throws `ConfigError` that names them all where nobody can be asked, `NotStarted` when the person
 * gives up.
 */
export async function requireSecrets(request: SecretRequest): Promise<void> {
  const { recipe, subRecipes, secret, prompts, store = keptSecrets(thisMachine()) } = request;
  const isSaid = (name: string) => process.env[name] !== undefined;
  const missing = await missingSecrets(recipe, subRecipes, async (name) =>
    isSaid(name) ? "" : await secret(name),
  );
  if (missing.length === 0) return;
  if (!prompts) throw notThere(recipe, missing);
  for (const name of missing) {
    const question = `${name}, for an extension of the recipe (it is not shown; empty goes on without it)`;
    const typed = await prompts.secret(cleanText(question), () => undefined);
    if (typed === undefined) {
      throw new NotStarted("cancelled", `${name} was not given. Nothing was started.`);
    }
    if (typed === "") continue;
    const place = await store.set(name, typed);
    prompts.say(place.kind === "file" ? `Kept in ${place.path}` : "Kept in the keyring.");
  }
}

function notThere({ title }: Recipe, missing: readonly string[]): ConfigError {
  const [first = ""] = missing;
  const names = missing.join(", ");
  return new ConfigError(
    "usage",
    `Extensions of the recipe "${title}" want ${names}, which ${missing.length === 1 ? "is" : "are"} neither in the environment nor kept.`,
    {
      hint: `Set ${missing.length === 1 ? "it" : "them"} in the environment: export ${shellWord(first)}=…\nor run the recipe once in a terminal, which asks and keeps them. Set to nothing, they are done without.`,
    },
  );
}
