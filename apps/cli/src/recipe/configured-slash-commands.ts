import type { ConfiguredCommand } from "@skein/host/settings";
import type { SlashCommand } from "../chat/slash-command.ts";
import { slashCommands } from "../chat/slash-commands.ts";
import { sayRecipe } from "./say-recipe.ts";

/** Recipes of the settings, each as a command by its own name; none takes the place of one that the chat has. */
export function recipesAsCommands(
  configured: readonly ConfiguredCommand[],
  warn: (sentence: string) => void,
): readonly SlashCommand[] {
  return configured.flatMap(({ name, recipe }) => {
    if (slashCommands.some((command) => command.name === name)) {
      warn(`The chat has a command /${name} of its own, so that ${recipe} is not one. Give it another name.`);
      return [];
    }
    return [
      {
        name,
        argument: "[KEY=VALUE…]",
        description: `The recipe ${recipe}`,
        needsIdle: true,
        run: (argument, scope) => sayRecipe(recipe, argument, scope),
      } satisfies SlashCommand,
    ];
  });
}
