import type { SlashCommand } from "./slash-command.ts";

export const recipeCommands: readonly SlashCommand[] = [
  {
    name: "recipe",
    argument: "[NAME KEY=VALUE…]",
    description: "Say what a recipe says; without a name: list those there are",
    needsIdle: true,
    async run(argument, scope) {
      const { listNames, sayRecipe } = await import("../recipe/say-recipe.ts");
      if (argument === "") return listNames(scope);
      const [, name = "", rest = ""] = /^(\S+)\s*([^]*)$/.exec(argument) ?? [];
      return sayRecipe(name, rest, scope);
    },
  },
];
