import { providerGuess } from "@skein/settings";
import { ConfigError } from "@skein/protocol";
import { unsupportedExtensions } from "@skein/runtime/recipes";
import type { ReadRecipe, RecipeProblem } from "@skein/recipes";
import type { Machine } from "@skein/host";
import type { KnownProviders } from "@skein/host/providers";
import { namedRecipe, recipeProviderId } from "@skein/host/recipes";

export interface CheckedRecipe {
  /** Absolute; what was named when there is no such file. */
  readonly file: string;
  readonly valid: boolean;
  readonly problems: readonly CheckedProblem[];
}

/** One that cannot even be read has no code of its own. */
type CheckedProblem = Omit<RecipeProblem, "code"> & { readonly code: string };

export interface CheckOptions {
  /** Where it is looked for. */
  readonly cwd: string;
  /** Unknown fields are errors. */
  readonly strict: boolean;
  readonly providers: KnownProviders;
}

/** All that is wrong with a recipe: what cannot be read, and what a run on this machine would refuse. */
export async function checkRecipe(
  machine: Machine,
  word: string,
  { cwd, strict, providers }: CheckOptions,
): Promise<CheckedRecipe> {
  try {
    const { found, read } = await namedRecipe(machine, word, cwd, { strict });
    const problems = [
      ...read.problems,
      ...unsupported(read, found.file),
      ...unknownProviders(read, found.file, providers),
    ];
    const valid = problems.every(({ severity }) => severity === "warning");
    return { file: found.file ?? word, valid, problems };
  } catch (error) {
    if (!ConfigError.is(error)) throw error;
    const { code, message, hint: fix = "" } = error;
    return { file: word, valid: false, problems: [{ code, severity: "error", message, fix, path: "" }] };
  }
}

/**
 * What the format has and Skein does not. An error where a run would refuse it, as it does for an unknown
 * extension.
 */
function unsupported({ recipe, places }: ReadRecipe, file: string | undefined): readonly CheckedProblem[] {
  return (recipe?.extensions ?? []).flatMap((extension, index) =>
    unsupportedExtensions([extension]).map(({ message, fix, isFatal }): CheckedProblem => {
      const path = `extensions[${index}]`;
      const at = places.get(path) ?? places.get(`recipe.${path}`);
      const place = { ...(file === undefined ? {} : { file }), ...at };
      const severity = isFatal ? "error" : "warning";
      return { code: "unsupported-extension", severity, message, fix, path, ...place };
    }),
  );
}

/**
 * A run refuses a recipe none of whose providers is known; what a parameter is to name is judged once it
 * does.
 */
function unknownProviders(
  { recipe, places }: ReadRecipe,
  file: string | undefined,
  providers: KnownProviders,
): readonly CheckedProblem[] {
  if (!recipe) return [];
  const { models, settings } = recipe;
  const named = models.length > 0 ? models.map(({ provider }) => provider) : [settings.provider];
  const unknown = named.flatMap((name) =>
    name === undefined || name.includes("{{") || recipeProviderId(providers, name) !== undefined
      ? []
      : [name],
  );
  if (unknown.length < named.length) return [];
  const path = models.length > 0 ? "model" : "settings.goose_provider";
  const at = places.get(path) ?? places.get(`recipe.${path}`);
  return [
    {
      code: "unknown-provider",
      severity: "error",
      message: `Unknown providers in the recipe: ${[...new Set(unknown)].join(", ")}.`,
      fix: `${providerGuess(unknown, Object.keys(providers))}Correct it, remove it, or name the provider and the model for the run.`,
      path,
      ...(file === undefined ? {} : { file }),
      ...at,
    },
  ];
}
