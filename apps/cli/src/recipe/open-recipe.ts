import { basename } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import {
  isUsable,
  recipeAgent,
  recipeInput,
  type ReadRecipe,
  type ReadSubRecipe,
  type Recipe,
  type SaidByUser,
} from "@skein/runtime/recipes";
import { directories, recipeTrust } from "@skein/settings";
import { findKey, keptSecrets, type UsedSecrets } from "@skein/host/secrets";
import { thisMachine } from "../machine.ts";
import type { runFlags } from "../arguments/flags.ts";
import type { Parsed } from "../arguments/parse-flags.ts";
import { workingFolder } from "../arguments/run-settings.ts";
import type { ChatOpening } from "../chat/front-end.ts";
import type { Prompts } from "../configure/prompts.ts";
import { knownProviders } from "../providers.ts";
import { consentFor, readHashes, requireConsent } from "./consent.ts";
import { namedRecipe, usableRecipe, type UsableRecipe } from "./named-recipe.ts";
import { recipeProviderId } from "./provider-id.ts";
import { readParams } from "./read-params.ts";
import { requireSecrets, secretLookUp } from "./recipe-secrets.ts";
import { askForValues, givenValues } from "./recipe-values.ts";
import { renderNamed } from "./render-named.ts";
import { originLine } from "./say-origin.ts";

export type RecipeFlags = Pick<
  Parsed<typeof runFlags>,
  | "recipe"
  | "cwd"
  | "params"
  | "sub-recipe"
  | "trust-hash"
  | "provider"
  | "model"
  | "temperature"
  | "max-turns"
  | "with-builtin"
>;

export interface OpenRecipeOptions {
  /** Whether somebody sits there to be asked. */
  readonly canAsk: boolean;
  /** Gets what somebody should know, and what may be left out when it has to be quiet. */
  readonly warn: (sentence: string) => void;
  readonly note: (sentence: string) => void;
  readonly used: UsedSecrets;
}

/** A recipe that is agreed to and filled in. */
export interface OpenedRecipe {
  readonly recipe: Recipe;
  /** Its prompt, then what the user has to add. Throws `ConfigError` when there is neither. */
  input(text: string | undefined): string;
  /**
   * How a chat with it begins: with its activities to choose from, and with its prompt, if it has one.
   *
   * @param goesOn - the session has begun: what it was asked is in it.
   */
  opening(text: string | undefined, goesOn: boolean): ChatOpening;
  /**
   * Who runs it. Throws `ConfigError` and `ExtensionError`.
   *
   * @param base - the agent there would be without the recipe.
   * @param interactive - a person stays in the conversation.
   */
  agent(base: AgentSettings, interactive: boolean): Promise<AgentSettings>;
}

/**
 * Finds, checks and fills in the recipe that the flags name, asks for what is missing and for consent, where somebody can
 * be asked. Nothing is started. Throws `ConfigError` and `NotStarted`.
 */
export async function openRecipe(flags: RecipeFlags, options: OpenRecipeOptions): Promise<OpenedRecipe> {
  const { canAsk, warn, note, used } = options;
  const cwd = process.cwd();
  const folder = workingFolder(flags.cwd);
  const trustHashes = readHashes(flags["trust-hash"]);
  const params = readParams(flags.params ?? []);
  const named = await usableRecipe(flags.recipe ?? "", cwd);
  const added = await Promise.all((flags["sub-recipe"] ?? []).map((word) => usableRecipe(word, cwd)));
  const given = await givenValues(named, params, { cwd, canAsk, warn });
  note(originLine(named, cwd));

  const prompts = canAsk ? await terminal() : undefined;
  const agreed = new Set(trustHashes);
  const agree = async (one: UsableRecipe): Promise<void> => {
    const consent = await consentFor(one, folder);
    await requireConsent(consent, { trustHashes, prompts });
    if (consent) agreed.add(consent.hash);
  };
  await agree(named);
  for (const one of added) await agree(one);
  const values = prompts ? await askForValues(given, prompts, cwd) : given.values;
  const { recipe: rendered } = await renderNamed(named, values, cwd);
  const parts = await partsOf(named, rendered, agree);
  const { recipe, read } = withAdded(rendered, { ...named.read, subRecipes: parts }, added);
  const secret = secretLookUp(used);
  await requireSecrets({ recipe, subRecipes: read.subRecipes, secret, prompts });

  return {
    recipe,
    input: (text) => recipeInput(recipe, text),
    opening(text, goesOn) {
      const lines = goesOn ? [] : activityLines(recipe);
      if (text === undefined && (goesOn || !recipe.prompt?.trim())) return { lines };
      return { lines, message: goesOn ? (text ?? "") : recipeInput(recipe, text) };
    },
    async agent(base, interactive) {
      const store = recipeTrust(directories({ env: process.env }).data);
      const { settings, warnings } = await recipeAgent({ read, recipe }, base, {
        said: saidIn(flags, base),
        interactive,
        secret,
        providerId: recipeProviderId,
        hasKey,
        defaultModel: (provider) =>
          Object.hasOwn(knownProviders, provider) ? knownProviders[provider]?.defaultModel : undefined,
        isTrusted: async (hash) => agreed.has(hash) || (await store.has(hash)),
      });
      for (const warning of warnings) warn(warning);
      return settings;
    },
  };
}

function activityLines({ activities }: Recipe): readonly string[] {
  return activities.length === 0
    ? []
    : [["You could ask:", ...activities.map((text) => `  - ${text}`)].join("\n")];
}

async function terminal(): Promise<Prompts> {
  const { terminalPrompts } = await import("../configure/terminal-prompts.ts");
  return terminalPrompts();
}

/** Which file a parameter has chosen is known only now, so the consent to the recipe is none to that one. */
async function partsOf(
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
    const chosen = await namedRecipe(path, read.source.folder);
    const { recipe } = chosen.read;
    // One with errors never runs, so there is nothing to agree to.
    if (recipe && isUsable(chosen.read.problems)) await agree({ ...chosen, recipe });
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
      throw new ConfigError("usage", "--sub-recipe cannot be a link.", {
        hint: "Write the recipe into a file, and name that.",
      });
    }
    const name = basename(word).replace(/\.(?:ya?ml|json)$/, "");
    if (subRecipes.some((one) => one.name === name)) {
      throw new ConfigError("usage", `--sub-recipe: there is a sub-recipe ${name} already.`, {
        hint: "Leave it out, or give its file another name.",
      });
    }
    subRecipes.push({ name, path: file, values: {}, sequentialWhenRepeated: false });
    parts.push({ name, file, read: part });
  }
  return { recipe: { ...recipe, subRecipes }, read: { ...read, subRecipes: parts } };
}

/** Flags win over the recipe, and the recipe over all that is set elsewhere. @param base - has them as numbers. */
function saidIn(flags: RecipeFlags, { options, limits }: AgentSettings): SaidByUser {
  const builtins = (flags["with-builtin"] ?? [])
    .flatMap((names) => names.split(","))
    .map((name) => name.trim());
  return {
    provider: flags.provider,
    model: flags.model,
    temperature: flags.temperature === undefined ? undefined : options?.temperature,
    maxTurns: flags["max-turns"] === undefined ? undefined : limits?.maxTurns,
    builtins: builtins.filter((name) => name !== ""),
  };
}

/** Where a provider needs one. */
async function hasKey(provider: string): Promise<boolean> {
  const known = Object.hasOwn(knownProviders, provider) ? knownProviders[provider] : undefined;
  if (!known || known.keyVariables.length === 0 || known.isKeyOptional) return known !== undefined;
  return (await findKey(thisMachine(), known.keyVariables, keptSecrets(thisMachine()))) !== undefined;
}
