import { ConfigError } from "@skein/protocol";
import type { Recipe } from "@skein/recipes";
import type { AgentSettings } from "../agent-settings.ts";
import { recipeTools } from "./recipe-extensions.ts";
import type { FilledRecipe, RecipeFacts, SaidByUser } from "./recipe-facts.ts";
import { recipeBudget, recipeLimits, recipeNarrowing } from "./recipe-limits.ts";
import { recipeModel } from "./recipe-model.ts";
import { builtinsOf, subrecipesOf } from "./subrecipes.ts";

/** A recipe that names who answers means the whole of it. */
const noRoles = { lead: undefined, planner: undefined };

export interface RecipeAgentOptions extends RecipeFacts {
  readonly said?: SaidByUser;
  /** A person stays in the conversation: nothing is measured, and no typed result is wanted. Default false. */
  readonly interactive?: boolean;
}

export interface RecipeAgent {
  readonly settings: AgentSettings;
  /** Sentences for the user: what the recipe wants and does not get. */
  readonly warnings: readonly string[];
}

/**
 * The agent that runs a recipe. What the user has said for this run comes first, then the recipe, then what is set elsewhere;
 * rights and budget only become less.
 *
 * @param base - the agent without the recipe, with what the user has said.
 * @throws ConfigError, ExtensionError for what the recipe names and nobody has. Nothing has been started then.
 */
export async function recipeAgent(
  filled: FilledRecipe,
  base: AgentSettings,
  { said = {}, interactive = false, ...facts }: RecipeAgentOptions,
): Promise<RecipeAgent> {
  const { read, recipe } = filled;
  const { cwd, servers = [], options = {}, limits = {}, fallback = [] } = base;
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
        ? { servers: [...servers, ...tools.servers], optionalServers: [], onlyTools: tools.onlyTools }
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
 * What a run of a recipe is given first: its prompt, and after it what the user has to add. A recipe with instructions alone
 * takes the user's words as they are.
 *
 * @throws ConfigError when there is neither.
 */
export function recipeInput({ title, prompt }: Recipe, text?: string): string {
  const words = [prompt, text].filter((one) => !isBlank(one));
  if (words.length > 0) return words.join("\n\n");
  throw new ConfigError(
    "usage",
    `The recipe "${title}" has instructions and no prompt, and nothing says what to do.`,
    {
      hint: "Give a text with -t, or add a prompt to the recipe.",
    },
  );
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
