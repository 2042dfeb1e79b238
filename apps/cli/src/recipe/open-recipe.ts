import type { AgentSettings } from "@skein/runtime";
import { recipeInput, type Recipe, type SaidByUser } from "@skein/runtime/recipes";
import { openRecipe as openOnMachine, type OpenRecipeOptions as HostOptions } from "@skein/host/recipes";
import type { runFlags } from "../arguments/flags.ts";
import type { Parsed } from "../arguments/parse-flags.ts";
import { workingFolder } from "../arguments/run-settings.ts";
import type { ChatOpening } from "../chat/front-end.ts";
import { thisMachine } from "../machine.ts";
import { knownProviders } from "../providers.ts";
import { readHashes } from "./read-hashes.ts";
import { readParams } from "./read-params.ts";
import { recipeQuestions } from "./recipe-questions.ts";
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

export interface OpenRecipeOptions extends Pick<HostOptions, "warn" | "used"> {
  /** Whether somebody sits there to be asked. */
  readonly canAsk: boolean;
  /** Gets what may be left out when it has to be quiet. */
  readonly note: (sentence: string) => void;
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
 * The recipe that the flags name, with what is missing asked for in the terminal. Nothing is started. Throws `ConfigError`
 * and `NotStarted`.
 */
export async function openRecipe(
  flags: RecipeFlags,
  { canAsk, warn, note, used }: OpenRecipeOptions,
): Promise<OpenedRecipe> {
  const cwd = process.cwd();
  const wish = {
    recipe: flags.recipe ?? "",
    cwd,
    folder: workingFolder(flags.cwd),
    trustHashes: readHashes(flags["trust-hash"]),
    params: readParams(flags.params ?? []),
    subRecipes: flags["sub-recipe"] ?? [],
  };
  const opened = await openOnMachine(thisMachine(), wish, {
    providers: knownProviders,
    ask: canAsk ? recipeQuestions(await terminal(), cwd) : undefined,
    onFound: (named) => note(originLine(named, cwd)),
    warn,
    used,
  });
  const { recipe } = opened;
  return {
    recipe,
    input: (text) => recipeInput(recipe, text),
    opening(text, goesOn) {
      const lines = goesOn ? [] : activityLines(recipe);
      if (text === undefined && (goesOn || !recipe.prompt?.trim())) return { lines };
      return { lines, message: goesOn ? (text ?? "") : recipeInput(recipe, text) };
    },
    agent: (base, interactive) => opened.agent(base, { said: saidIn(flags, base), interactive }),
  };
}

function activityLines({ activities }: Recipe): readonly string[] {
  return activities.length === 0
    ? []
    : [["You could ask:", ...activities.map((text) => `  - ${text}`)].join("\n")];
}

async function terminal() {
  const { terminalPrompts } = await import("../configure/terminal-prompts.ts");
  return terminalPrompts();
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
