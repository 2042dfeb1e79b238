import { ConfigError, messageOf, SkeinError, type JsonObject, type ModelName } from "@skein/protocol";
import {
  missingValues,
  parameterValues,
  readRecipe,
  recipeConsent,
  renderRecipe,
  type ReadRecipe,
  type RecipeProblem,
  type SubRecipe,
  readSource,
  type RecipeContent,
} from "@skein/recipes";
import type { Subrecipe, SubrecipePlan } from "@skein/extensions-builtin/subagents";
import type { ChildRecipe } from "../subagents/child-settings.ts";
import { recipeTools } from "./recipe-extensions.ts";
import { findModelChosenCommands, withRealFiles } from "./model-chosen-values.ts";
import type { FilledRecipe, RecipeContext } from "./recipe-context.ts";
import { recipeBudget, recipeNarrowing } from "./recipe-limits.ts";
import { recipeModel } from "./recipe-model.ts";

export interface SubrecipeOptions {
  /** Base of relative `file` parameters, and working folder of commands; absolute. */
  readonly cwd: string;
  readonly facts: RecipeContext;
  /** The model to use when a sub-recipe names none. */
  readonly model: ModelName;
  /** A model chose the parent recipe's values, so it also chose sub-recipe values made from them. */
  readonly isChosen?: boolean;
}

/**
 * The sub-recipes of a recipe, for `AgentSettings.subagents`. They run as they were read with the recipe,
 * which is what the user consented to.
 *
 * @throws ConfigError for a sub-recipe file that a parameter chooses, when it is unusable or no one has
 *   consented to it.
 */
export function subrecipesOf(
  { read, recipe }: FilledRecipe,
  options: SubrecipeOptions,
): Promise<readonly Subrecipe[]> {
  return Promise.all(
    recipe.subRecipes.map(async (subRecipe, index) => {
      const found = read.subRecipes[index];
      const known = found?.name === subRecipe.name ? found.read : undefined;
      const written = read.recipe?.subRecipes[index]?.values ?? {};
      const isAgreed = (key: string) => !options.isChosen || written[key] === subRecipe.values[key];
      const agreed = Object.keys(subRecipe.values).filter(isAgreed);
      const own = known ?? (await readChosen(subRecipe, options));
      return subrecipe(subRecipe, own, { ...options, agreed });
    }),
  );
}

async function readChosen({ name, path }: SubRecipe, { facts, cwd }: SubrecipeOptions): Promise<ReadRecipe> {
  let source: RecipeContent;
  try {
    source = await readSource(path);
  } catch (cause) {
    throw new ConfigError("unreadable", `The sub-recipe ${name} cannot be read: ${messageOf(cause)}`, {
      cause,
    });
  }
  const read = await readRecipe(source);
  // A recipe with errors never runs: calling it reports the errors.
  const { commands, hash } = await recipeConsent(read, { cwd });
  if (commands.length === 0 || (await facts.isTrusted?.(hash))) return read;
  throw new ConfigError(
    "usage",
    `A parameter chooses the sub-recipe ${path}, and no one has consented to what it runs.`,
    { nextStep: { do: "trust-folder", folder: path } },
  );
}

/**
 * A recipe that can be run as a subagent.
 *
 * @param subRecipe - with the values that are not left to the model.
 * @param read - the recipe it names. A recipe with errors never runs: calling it reports the errors.
 * @param options.agreed - keys of values that no model influenced.
 */
export function subrecipe(
  subRecipe: SubRecipe,
  read: ReadRecipe,
  options: SubrecipeOptions & { readonly agreed: readonly string[] },
): Subrecipe {
  const { name, values, sequentialWhenRepeated, description = read.recipe?.description ?? "" } = subRecipe;
  const fault = read.problems.find(({ severity }) => severity === "error");
  return {
    name,
    description,
    sequential: sequentialWhenRepeated,
    parameters: read.parameters.map((parameter) => ({
      key: parameter.key,
      type: parameter.type,
      required: parameter.default === undefined,
      description: parameter.description,
      ...(parameter.options ? { options: parameter.options } : {}),
    })),
    fixed: values,
    ...(fault ? { unusable: unusable(read, fault) } : {}),
    async plan(given) {
      try {
        return await planned(read, given, options);
      } catch (error) {
        if (!SkeinError.is(error)) throw error;
        return { issues: [error.message] };
      }
    },
  };
}

/** A subagent has its parent's permissions, so its recipe cannot widen the mode. */
const freest = "auto";

/** First message for a recipe without a prompt. */
const begin = "Do what your instructions say.";

async function planned(
  read: ReadRecipe,
  given: JsonObject,
  options: SubrecipeOptions & { readonly agreed: readonly string[] },
): Promise<SubrecipePlan> {
  const texts = textsOf(given);
  if ("issues" in texts) return texts;
  const chosen = Object.keys(texts.values).filter((key) => !options.agreed.includes(key));
  const files = await withRealFiles(read, texts.values, { chosen, cwd: options.cwd });
  if ("issues" in files) return files;
  const { values, missing, problems } = await parameterValues(read.parameters, files.values, options);
  const wrong = [...problems.filter(({ severity }) => severity === "error"), ...missingValues(missing)];
  if (wrong.length > 0) return { issues: wrong.map(issueOf) };
  const rendered = await renderRecipe(read, values);
  const { recipe } = rendered;
  if (!recipe) return { issues: rendered.problems.map(issueOf) };
  const decided = await findModelChosenCommands({ read, recipe, values, chosen });
  if (decided.length > 0) return { issues: decided };
  const { instructions = "", prompt = "", settings, budget = {} } = recipe;
  const model = await recipeModel(recipe, options.model, options.facts);
  const { narrow } = recipeNarrowing(recipe, freest);
  const temperature = model?.temperature ?? settings.temperature;
  return {
    task: prompt.trim() === "" ? begin : prompt,
    ...(instructions.trim() === "" ? {} : { system: instructions }),
    ...(model ? { provider: model.provider, model: model.model } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(settings.maxTurns === undefined ? {} : { maxTurns: settings.maxTurns }),
    ...(budget.maxTimeMs === undefined ? {} : { maxTimeMs: budget.maxTimeMs }),
    ...narrow,
    ...(recipe.responseSchema ? { outputSchema: recipe.responseSchema } : {}),
    // A recipe that names extensions gets none of the parent's.
    ...(recipe.extensions ? { extensions: [] } : {}),
    recipe: childOf({ read, recipe }, options, model?.others ?? []),
  };
}

/** Further settings of a subagent from its recipe. */
function childOf(filled: FilledRecipe, options: SubrecipeOptions, others: readonly ModelName[]): ChildRecipe {
  const { recipe, read } = filled;
  return async (child) => {
    const { provider, model, cwd, fallback = [], subagents } = child;
    const tools = recipe.extensions && (await recipeTools(recipe.extensions, { ...options.facts, cwd }));
    const { warnings } = recipeNarrowing(recipe, freest);
    for (const warning of [...(tools?.warnings ?? []), ...warnings]) child.warn?.(warning);
    const subrecipes = await subrecipesOf(filled, {
      ...options,
      cwd,
      model: { provider, model },
      isChosen: true,
    });
    return {
      ...child,
      ...(tools ? { servers: tools.servers, extensions: tools.extensions, onlyTools: tools.onlyTools } : {}),
      builtins: builtinsOf(tools?.builtins, child.builtins, subrecipes),
      ...recipeBudget(recipe, child),
      fallback: [...others, ...fallback],
      retry: recipe.retry,
      recipe: read.source.file ?? recipe.title,
      ...(subrecipes.length === 0 ? {} : { subagents: { ...subagents, subrecipes } }),
    };
  };
}

/**
 * The built-in extensions of an agent that runs a recipe.
 *
 * @param own - those the recipe names; absent when it names none.
 * @param others - the ones without the recipe. `recall` belongs to compaction and always stays.
 */
export function builtinsOf(
  own: readonly string[] | undefined,
  others: readonly string[],
  subrecipes: readonly Subrecipe[],
): readonly string[] {
  const kept = own ? [...own, ...others.filter((name) => name === "recall")] : others;
  return [...new Set([...kept, ...(subrecipes.length === 0 ? [] : ["subagents"])])];
}

/** Parameter values are strings, but models pass numbers and booleans where values look like them. */
function textsOf(
  given: JsonObject,
): { readonly values: Readonly<Record<string, string>> } | { readonly issues: readonly string[] } {
  const values: Record<string, string> = {};
  const issues: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === null) continue; // some models fill in every field
    if (typeof value === "object") issues.push(`${key}: expected text, a number, true or false`);
    else values[key] = String(value);
  }
  return issues.length > 0 ? { issues } : { values };
}

/** For the model: no other values would help. */
function unusable({ source }: ReadRecipe, { message, line }: RecipeProblem): string {
  const place = line === undefined ? source.file : `${source.file}, line ${line}`;
  return `This sub-recipe cannot run: ${message} (${place}). Do not call it again; continue without it, and tell the user.`;
}

function issueOf({ path, message, fix, code }: RecipeProblem): string {
  // Command-line advice does not help a model.
  const advice = code === "missing-value" ? "" : ` ${fix}`;
  return `${path}: ${message}${advice}`;
}
