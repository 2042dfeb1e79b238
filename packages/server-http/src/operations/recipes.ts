import { describeRecipe, recipesHere, usableRecipe } from "@skein/host/recipes";
import { z } from "zod";
import { defineOperation, type Operation } from "./operation.ts";
import { folder, inFolder, json, recipeWord } from "./schemas.ts";

/** Tasks that are written down. A session begins with one by `createSession`. */
export const recipeOperations: readonly Operation[] = [
  defineOperation({
    id: "listRecipes",
    method: "GET",
    path: "/recipes",
    tag: "recipes",
    role: "read",
    summary: "Recipes that have a name in a folder",
    input: inFolder,
    output: z.strictObject({
      recipes: z.array(z.looseObject({ name: z.string(), title: json, file: z.string() })),
      notices: z.array(z.string()),
    }),
    async run({ cwd }, { machine }) {
      const { recipes, notices } = await recipesHere(machine, cwd);
      return { recipes: recipes.map((recipe) => ({ title: null, ...recipe })), notices: [...notices] };
    },
  }),
  defineOperation({
    id: "showRecipe",
    method: "GET",
    path: "/recipe",
    tag: "recipes",
    role: "prompt",
    summary: "A recipe's parameters, extensions, commands, and what has to be agreed to before it runs",
    input: z.strictObject({ cwd: folder, recipe: recipeWord }),
    output: z.looseObject({ title: z.string(), parameters: z.array(z.looseObject({ key: z.string() })) }),
    async run({ cwd, recipe }, { machine }) {
      const named = await usableRecipe(machine, recipe, cwd);
      const described = await describeRecipe(machine, named, { cwd, folder: cwd });
      return { ...described, parameters: described.parameters.map((parameter) => ({ ...parameter })) };
    },
  }),
];
