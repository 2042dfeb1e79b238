import type { FormField } from "../ui/form-field.ts";

/** A recipe as the server describes it. */
export interface DescribedRecipe {
  readonly description?: string;
  readonly parameters: readonly RecipeParameter[];
  /** Values that came with a link. */
  readonly values?: Readonly<Record<string, string>>;
  readonly commands?: readonly { readonly kind: string; readonly text: string }[];
  readonly secrets?: readonly string[];
  /** `null`: there is nothing to agree to. */
  readonly consent?: { readonly sha256: string; readonly isAgreedTo: boolean } | null;
}

interface RecipeParameter {
  readonly key: string;
  readonly type?: string;
  readonly requirement?: string;
  readonly description?: string;
  readonly default?: string;
  readonly options?: readonly string[];
}

/** The parameters as fields of a form. */
export function recipeFields(recipe: Pick<DescribedRecipe, "parameters">): readonly FormField[] {
  return recipe.parameters.map(({ key, type = "string", requirement, description, options = [] }) => ({
    name: key,
    label: key,
    ...(description ? { about: description } : {}),
    kind: kinds[type] ?? "text",
    choices: options,
    isRequired: requirement !== "optional",
  }));
}

const kinds: Readonly<Record<string, FormField["kind"]>> = {
  number: "number",
  boolean: "yes-no",
  select: "choice",
};

/** What stands in the form first. */
export function recipeDefaults({
  parameters,
  values = {},
}: DescribedRecipe): Readonly<Record<string, string>> {
  return Object.fromEntries(parameters.map(({ key, default: preset = "" }) => [key, values[key] ?? preset]));
}

/** Parameters of the session: fields that were left empty take their defaults there. */
export function recipeParams(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}
