import {
  ConfigError,
  isJsonObject,
  NotStartedError,
  type NextStep,
  type RecipeSource,
} from "@skein/protocol";
import { holdsPlaceholder } from "@skein/redaction";
import type { Machine } from "../machine.ts";
import {
  openRecipe,
  type OpenedRecipe,
  type OpenRecipeOptions,
  type RecipeQuestions,
} from "./open-recipe.ts";

/** The recipe of a session, as its journal has it; empty: none. */
export interface SessionRecipe {
  /** Its file or its title. */
  readonly title?: string | undefined;
  readonly source?: RecipeSource | undefined;
}

/** How a session that is resumed gets its recipe back. */
export interface ResumedRecipe {
  /** Loaded when it is needed. Absent: no one is available to ask. */
  readonly ask?: (() => Promise<RecipeQuestions>) | undefined;
  /** Hashes of what was agreed to for this run. */
  readonly trustHashes?: readonly string[];
}

interface ResumeParts {
  readonly machine: Machine;
  readonly session: string;
  /** Where the session works; absolute. */
  readonly folder: string;
  readonly options: Pick<OpenRecipeOptions, "providers" | "warn" | "used">;
}

/**
 * Opens the recipe that a session began with: extensions, rights, limits and all else that it says counts on. Throws
 * `ConfigError` and `NotStartedError` where that cannot be had.
 */
export async function resumedRecipe(
  { title, source }: SessionRecipe,
  { ask, trustHashes = [] }: ResumedRecipe = {},
  { machine, session, folder, options }: ResumeParts,
): Promise<OpenedRecipe> {
  const nextStep: NextStep = { do: "replace-recipe", session };
  const name = title ?? source?.word ?? "";
  if (!isRecipeSource(source))
    throw new ConfigError(
      "usage",
      `Session ${session} runs the recipe ${name}, and does not say how to open it again.`,
      { nextStep },
    );
  const { word, cwd, params, subRecipes, hash } = source;
  const hidden = Object.keys(params).filter((key) => holdsPlaceholder(params[key] ?? ""));
  if (hidden.length > 0)
    throw new ConfigError(
      "usage",
      `Session ${session} runs the recipe ${name} with a secret in ${hidden.join(", ")}, which is not kept.`,
      { nextStep },
    );
  const wish = { recipe: word, cwd, folder, params, subRecipes, trustHashes };
  const opened = await openRecipe(machine, wish, { ...options, ask: await ask?.() }).catch(
    (error: unknown) => {
      // What somebody is to agree to has a way of its own, and a no is one.
      if (error instanceof NotStartedError || !(error instanceof ConfigError)) throw error;
      const message = `The recipe of session ${session} cannot be opened again. ${error.message}`;
      throw new ConfigError(error.code, message, { cause: error, nextStep });
    },
  );
  if (opened.source.hash !== hash)
    options.warn(`The recipe ${name} has changed since session ${session} began. It is used as it is now.`);
  return opened;
}

/** Journals can come from elsewhere. */
function isRecipeSource(source: unknown): source is RecipeSource {
  if (!isJsonObject(source)) return false;
  const { word, cwd, params, subRecipes, hash } = source;
  return (
    [word, cwd, hash].every((one) => typeof one === "string") &&
    isJsonObject(params) &&
    Object.values(params).every((one) => typeof one === "string") &&
    Array.isArray(subRecipes) &&
    subRecipes.every((one) => typeof one === "string")
  );
}
