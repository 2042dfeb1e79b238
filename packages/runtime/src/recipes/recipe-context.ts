import type { ReadRecipe, Recipe } from "@skein/recipes";
import type { LookUpSecret } from "./missing-secrets.ts";

/** A recipe with values for its parameters. */
export interface FilledRecipe {
  readonly read: ReadRecipe;
  readonly recipe: Recipe;
}

/** The environment in which a recipe runs. */
export interface RecipeContext {
  readonly secret: LookUpSecret;
  /** Maps a provider name to Skein's id; `undefined` when unknown. Default: the name is the id. */
  readonly providerId?: (name: string) => string | undefined;
  /** Ids of the providers there are, to say which one was meant. Default: none. */
  readonly providers?: readonly string[];
  /** Whether a provider has the key it needs. Default: true. */
  readonly hasKey?: (provider: string) => Promise<boolean>;
  /** The model to use when only the provider is named. Default: none. */
  readonly defaultModel?: (provider: string) => string | undefined;
  /**
   * Whether the user has consented to a sub-recipe chosen by a parameter, by its hash; the recipe's own
   * consent does not cover it. Default: false.
   */
  readonly isTrusted?: (hash: string) => Promise<boolean>;
}

/** The user's choices for this run, which override the recipe. */
export interface UserChoices {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTurns?: number | undefined;
  /** Built-in extensions in addition to the recipe's. */
  readonly builtins?: readonly string[] | undefined;
}
