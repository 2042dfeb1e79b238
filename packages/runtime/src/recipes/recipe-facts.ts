import type { ReadRecipe, Recipe } from "@skein/recipes";
import type { LookUpSecret } from "./missing-secrets.ts";

/** A recipe as it was read, and with values for its parameters. */
export interface FilledRecipe {
  readonly read: ReadRecipe;
  readonly recipe: Recipe;
}

/** What a recipe does not know of where it runs. */
export interface RecipeFacts {
  readonly secret: LookUpSecret;
  /** The id that Skein has for a provider; `undefined` when there is no such one. Default: the name is the id. */
  readonly providerId?: (name: string) => string | undefined;
  /** Whether a provider's key is there, where it needs one. Default: it is. */
  readonly hasKey?: (provider: string) => Promise<boolean>;
  /** Who answers where only the provider is named. Default: nobody. */
  readonly defaultModel?: (provider: string) => string | undefined;
  /**
   * Whether somebody has agreed to a sub-recipe that a parameter chooses, by its hash: the consent to the recipe does not
   * know of it. Default: nobody has.
   */
  readonly isTrusted?: (hash: string) => Promise<boolean>;
}

/** What the user has said for this very run: it comes before what the recipe says. */
export interface SaidByUser {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTurns?: number | undefined;
  /** Names of built-in extensions that are to be there besides the recipe's. */
  readonly builtins?: readonly string[] | undefined;
}
