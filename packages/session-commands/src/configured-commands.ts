import type { ConfiguredCommand } from "@skein/host/settings";
import type { SessionCommand } from "./command.ts";
import { sessionCommands } from "./session-commands.ts";
import { loadRecipeMessage } from "./later.ts";

export interface RecipesAsCommands {
  readonly commands: readonly SessionCommand[];
  /** Those whose name a command has that every session has, so that they are none. */
  readonly taken: readonly ConfiguredCommand[];
}

/**
 * Recipes of the settings, each as a command by its own name.
 *
 * @param reserved - names that the face has for itself.
 */
export function recipesAsCommands(
  configured: readonly ConfiguredCommand[],
  reserved: readonly string[] = [],
): RecipesAsCommands {
  const names = new Set([...sessionCommands.map(({ name }) => name), ...reserved]);
  const { taken = [], free = [] } = Object.groupBy(configured, ({ name }) =>
    names.has(name) ? "taken" : "free",
  );
  return { commands: free.map((one) => recipeCommand(one)), taken };
}

/** @param title - of the recipe, as it is written. */
export function recipeCommand(
  { name, recipe }: ConfiguredCommand,
  title = `The recipe ${recipe}`,
): SessionCommand {
  return {
    name,
    group: "recipes",
    argument: { hint: "KEY=VALUE…", isOptional: true },
    description: title,
    when: "between-runs",
    async run(argument, scope) {
      const { recipeMessage } = await loadRecipeMessage();
      return recipeMessage(recipe, argument, scope);
    },
  };
}
