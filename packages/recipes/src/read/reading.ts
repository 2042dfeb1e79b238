import type { RecipeFiles } from "../files.ts";
import type { RecipeProblem } from "../problems.ts";
import type { Parameter, Recipe } from "../recipe.ts";
import type { Template } from "../template/included.ts";
import type { TextPosition } from "./document-node.ts";

export interface RecipeContent {
  /** YAML or JSON. */
  readonly text: string;
  /** A clause that names the encoding of the file, if that was guessed: see `readSource`. */
  readonly guess?: string;
  /** Where it is from: for problems, and for what lies beside it. */
  readonly file?: string;
  /** Default: that of `file`; otherwise the working directory. */
  readonly folder?: string;
}

export interface ReadRecipeOptions {
  /** Unknown keys are errors. Default false: warnings. */
  readonly strict?: boolean;
  /** Default: those of this machine. */
  readonly files?: RecipeFiles;
}

/** A recipe without values for its parameters. */
export interface ReadRecipe {
  readonly source: RecipeContent & { readonly folder: string };
  /** All of them, in the order of their places. */
  readonly problems: readonly RecipeProblem[];
  /** With templates as they were written. Absent when the text cannot be taken apart. */
  readonly recipe?: Recipe;
  readonly parameters: readonly Parameter[];
  /** The recipe's own text and, after it, all that it includes. */
  readonly templates: readonly Template[];
  readonly subRecipes: readonly ReadSubRecipe[];
  readonly strict: boolean;
  /** Where each field is in the text, by its path. */
  readonly places: ReadonlyMap<string, TextPosition>;
}

export interface ReadSubRecipe {
  readonly name: string;
  /** Absolute, without links. Absent: parameters decide, or it is not there. */
  readonly file?: string;
  /** Absent when it is not there or contains the recipe that names it. */
  readonly read?: ReadRecipe;
}

/** No problem that is more than a warning. */
export function hasNoErrors(problems: readonly RecipeProblem[]): boolean {
  return problems.every(({ severity }) => severity === "warning");
}
