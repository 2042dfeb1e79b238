import { ConfigError } from "@skein/protocol";
import type { Recipe } from "@skein/recipes";
import type { AgentSettings } from "../agent-settings.ts";
import { recipeTools } from "./recipe-extensions.ts";
import type { FilledRecipe, RecipeContext, UserChoices } from "./recipe-context.ts";
import { recipeBudget, recipeLimits, recipeNarrowing } from "./recipe-limits.ts";
import { recipeModel } from "./recipe-model.ts";
import { builtinsOf, subrecipesOf } from "./subrecipes.ts";

/** A recipe that names a model replaces all of these settings. */
const noRoles = { lead: undefined, planner: undefined };

export interface RecipeAgentOptions extends RecipeContext {
  readonly said?: UserChoices;
  /** A person takes part in the conversation: no checks, no structured output. Default false. */
  readonly interactive?: boolean;
}

export interface RecipeAgent {
  readonly settings: AgentSettings;
  /** Warnings for the user: what the recipe asks for and does not get. */
  readonly warnings: readonly string[];
}

/**
 * The settings of an agent that runs a recipe. The user's flags come first, then the recipe, then the other
 * settings; permissions and budget can only be narrowed.
 *
 * @param base - the agent's settings without the recipe, with the user's flags.
 * @throws ConfigError, ExtensionError for anything the recipe names that does not exist. Nothing has been
 *   started then.
 */
export async function recipeAgent(
  filled: FilledRecipe,
  base: AgentSettings,
  { said = {}, interactive = false, ...facts }: RecipeAgentOptions,
): Promise<RecipeAgent> {
  const { read, recipe } = filled;
  const { cwd, servers = [], extensions = [], options = {}, limits = {}, fallback = [] } = base;
  const tools = recipe.extensions && (await recipeTools(recipe.extensions, { cwd, secret: facts.secret }));
  const model = await recipeModel(recipe, base, { ...facts, said });
  const { provider, model: id } = model ?? base;
  const subrecipes = await subrecipesOf(filled, { cwd, facts, model: { provider, model: id } });
  const { narrow, warnings } = recipeNarrowing(recipe, base.mode);
  const temperature = said.temperature ?? model?.temperature ?? recipe.settings.temperature;
  const builtins = builtinsOf(
    tools && [...tools.builtins, ...(said.builtins ?? [])],
    base.builtins,
    subrecipes,
  );
  return {
    settings: {
      ...base,
      ...(model ? { provider, model: id, fallback: [...model.others, ...fallback], ...noRoles } : {}),
      interaction: interactive ? "chat" : "execute",
      builtins,
      ...(tools
        ? {
            servers: [...servers, ...tools.servers],
            extensions: [...extensions, ...tools.extensions],
            optionalServers: [],
            dormantServers: [],
            onlyTools: tools.onlyTools,
          }
        : {}),
      instructions: [base.instructions, recipe.instructions].filter((text) => !isBlank(text)).join("\n\n"),
      limits: recipeLimits(recipe, limits, said.maxTurns),
      options: { ...options, ...(temperature === undefined ? {} : { temperature }) },
      ...recipeBudget(recipe, base),
      outputSchema: base.outputSchema ?? (interactive ? undefined : recipe.responseSchema),
      retry: recipe.retry,
      narrow,
      name: base.name ?? recipe.title,
      recipe: read.source.file ?? recipe.title,
      ...(subrecipes.length === 0 ? {} : { subagents: { ...base.subagents, subrecipes } }),
    },
    warnings: [...(tools?.warnings ?? []), ...warnings],
  };
}

/**
 * The first message of a recipe's run: its prompt, followed by the user's text. For a recipe with only
 * instructions, the user's text.
 *
 * @throws ConfigError when both are missing.
 */
export function recipeInput({ title, prompt }: Recipe, text?: string): string {
  const words = [prompt, text].filter((one) => !isBlank(one));
  if (words.length > 0) return words.join("\n\n");
  throw new ConfigError(
    "usage",
    `The recipe "${title}" has instructions but no prompt, so there is nothing to do.`,
    {
      hint: "Pass a text with -t, or add a prompt to the recipe.",
    },
  );
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
