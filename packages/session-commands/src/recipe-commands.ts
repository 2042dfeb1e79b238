import type { SessionCommand } from "./command.ts";
import { loadRecipeMessage } from "./later.ts";

export const recipeCommands: readonly SessionCommand[] = [
  {
    name: "recipe",
    argument: { hint: "NAME KEY=VALUE…", isOptional: true },
    description: "Say what a recipe says; without a name: list those there are",
    when: "between-runs",
    async run(argument, scope) {
      const { listRecipesHere, recipeMessage } = await loadRecipeMessage();
      if (argument === "") return listRecipesHere(scope);
      const [, name = "", rest = ""] = /^(\S+)\s*([^]*)$/.exec(argument) ?? [];
      return recipeMessage(name, rest, scope);
    },
  },
];
