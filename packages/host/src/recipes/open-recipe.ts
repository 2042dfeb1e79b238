import { basename } from "node:path";
import { ConfigError, type RecipeSource } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { recipeAgent, recipeInput, type UserChoices } from "@skein/runtime/recipes";
import { hasNoErrors, recipeHash, type ReadRecipe, type ReadSubRecipe, type Recipe } from "@skein/recipes";
import { recipeTrust } from "@skein/settings";
import type { Machine } from "../machine.ts";
import type { KnownProviders } from "../providers/known-provider.ts";
import { findKey } from "../secrets/find-key.ts";
import { keptSecrets } from "../secrets/kept-secrets.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import { namedRecipe, usableRecipe, type UsableRecipe } from "./named-recipe.ts";
import { recipeProviderId } from "./provider-id.ts";
import { consentFor, requireConsent, type AskForConsent } from "./recipe-consent.ts";
import { requireSecrets, secretLookUp, type SecretQuestions } from "./recipe-secrets.ts";
import { askForValues, givenValues, type AskForValue } from "./recipe-values.ts";
import { renderNamed } from "./render-named.ts";

/** Which recipe somebody wants to run, and with what. */
export interface RecipeWish {
  /** A file, a link or a name. */
  readonly recipe: string;
  /** Where it is looked for, and where paths of files among its values begin. */
  readonly cwd: string;
  /** Where it is to run; absolute. */
  readonly folder: string;
  readonly params: Readonly<Record<string, string>>;
  /** Recipes that it gets as sub-recipes besides its own: files or names. */
  readonly subRecipes: readonly string[];
  /** Hashes of what was agreed to for this run. */
  readonly trustHashes: readonly string[];
}

/** How a person is asked, and waits for nothing else meanwhile. */
export interface RecipeQuestions extends SecretQuestions {
  readonly consent: AskForConsent;
  readonly value: AskForValue;
}

export interface OpenRecipeOptions {
  readonly providers: KnownProviders;
  /** Absent: no one is available to ask. */
  readonly ask?: RecipeQuestions | undefined;
  /** Told which recipe it is, once its values are known to be right and before anything is asked. */
  readonly onFound?: (named: UsableRecipe) => void;
  /** Gets what somebody should know. */
  readonly warn: (sentence: string) => void;
  /** Is notified of the keys that are in use for it. */
  readonly used: UsedSecrets;
}

export interface RecipeAgentWish {
  /** What the user has said for this run: it wins over the recipe. */
  readonly said: UserChoices;
  /** A person stays in the conversation. */
  readonly interactive: boolean;
}

/** A recipe that is agreed to and filled in. */
export interface OpenedRecipe {
  readonly recipe: Recipe;
  /** How it is opened again. */
  readonly source: RecipeSource;
  /** Its prompt, then what the user has to add. Throws `ConfigError` when there is neither. */
  input(text: string | undefined): string;
  /**
   * Who runs it. Throws `ConfigError` and `ExtensionError`.
   *
   * @param base - the agent there would be without the recipe.
   */
  agent(base: AgentSettings, wish: RecipeAgentWish): Promise<AgentSettings>;
}

/**
 * Finds, checks and fills in a recipe, asks for what is missing and for consent, where somebody can be asked. Nothing is
 * started. Throws `ConfigError` and `NotStartedError`.
 */
export async function openRecipe(
  machine: Machine,
  wish: RecipeWish,
  { providers, ask, onFound, warn, used }: OpenRecipeOptions,
): Promise<OpenedRecipe> {
  const { cwd, folder, trustHashes } = wish;
  const store = recipeTrust(machine.directories.data);
  const named = await usableRecipe(machine, wish.recipe, cwd);
  const added = await Promise.all(wish.subRecipes.map((word) => usableRecipe(machine, word, cwd)));
  const given = await givenValues(named, wish.params, { cwd, canAsk: ask !== undefined, warn });
  onFound?.(named);

  const agreed = new Set(trustHashes);
  const agree = async (one: UsableRecipe): Promise<void> => {
    const consent = await consentFor(one, { cwd, folder });
    await requireConsent(store, consent, { trustHashes, ask: ask?.consent });
    if (consent) agreed.add(consent.hash);
  };
  await agree(named);
  for (const one of added) await agree(one);
  const values = ask ? await askForValues(given, ask.value, cwd) : given.values;
  const { recipe: rendered } = await renderNamed(named, values, cwd);
  const parts = await partsOf(machine, named, rendered, agree);
  const { recipe, read } = withAdded(rendered, { ...named.read, subRecipes: parts }, added);
  const secret = secretLookUp(machine, used);
  await requireSecrets(machine, { recipe, subRecipes: read.subRecipes, secret, ask });

  const source: RecipeSource = {
    word: named.found.file ?? wish.recipe,
    cwd,
    params: values,
    subRecipes: added.map(({ word, found }) => found.file ?? word),
    hash: recipeHash(named.read),
  };
  return {
    recipe,
    source,
    input: (text) => recipeInput(recipe, text),
    async agent(base, { said, interactive }) {
      const { settings, warnings } = await recipeAgent({ read, recipe }, base, {
        said,
        interactive,
        secret,
        providerId: (name) => recipeProviderId(providers, name),
        providers: Object.keys(providers),
        hasKey: (provider) => hasKey(machine, providers, provider),
        defaultModel: (provider) =>
          Object.hasOwn(providers, provider) ? providers[provider]?.defaultModel : undefined,
        isTrusted: async (hash) => agreed.has(hash) || (await store.has(hash)),
      });
      for (const warning of warnings) warn(warning);
      return { ...settings, recipeSource: source };
    },
  };
}

/** Which file a parameter has chosen is known only now, so the consent to the recipe is none to that one. */
async function partsOf(
  machine: Machine,
  { read }: UsableRecipe,
  { subRecipes }: Recipe,
  agree: (one: UsableRecipe) => Promise<void>,
): Promise<readonly ReadSubRecipe[]> {
  const parts: ReadSubRecipe[] = [];
  for (const [index, { name, path }] of subRecipes.entries()) {
    const known = read.subRecipes[index];
    if (known?.read !== undefined) {
      parts.push(known);
      continue;
    }
    const chosen = await namedRecipe(machine, path, read.source.folder);
    const { recipe } = chosen.read;
    // One with errors never runs, so there is nothing to agree to.
    if (recipe && hasNoErrors(chosen.read.problems)) await agree({ ...chosen, recipe });
    parts.push({ name, file: path, read: chosen.read });
  }
  return parts;
}

function withAdded(
  recipe: Recipe,
  read: ReadRecipe,
  added: readonly UsableRecipe[],
): { readonly recipe: Recipe; readonly read: ReadRecipe } {
  const subRecipes = [...recipe.subRecipes];
  const parts = [...read.subRecipes];
  for (const { word, found, read: part } of added) {
    const { file } = found;
    if (file === undefined) {
      throw new ConfigError("usage", "A recipe that is added as a sub-recipe cannot be a link.", {
        hint: "Write the recipe into a file, and name that.",
      });
    }
    const name = basename(word).replace(/\.(?:ya?ml|json)$/, "");
    if (subRecipes.some((one) => one.name === name)) {
      throw new ConfigError("usage", `There is a sub-recipe ${name} already.`, {
        hint: "Leave it out, or give its file another name.",
      });
    }
    subRecipes.push({ name, path: file, values: {}, sequentialWhenRepeated: false });
    parts.push({ name, file, read: part });
  }
  return { recipe: { ...recipe, subRecipes }, read: { ...read, subRecipes: parts } };
}

/** Where a provider needs one. */
async function hasKey(machine: Machine, providers: KnownProviders, provider: string): Promise<boolean> {
  const known = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!known || known.keyVariables.length === 0 || known.isKeyOptional) return known !== undefined;
  return (await findKey(machine, known.keyVariables, keptSecrets(machine))) !== undefined;
}
