import { ConfigError } from "@skein/protocol";
import { isRecipeLink, hasNoErrors, listRecipes, type Recipe } from "@skein/recipes";
import { findOptions, usableRecipe, givenValues, renderNamed } from "@skein/host/recipes";
import { argumentValues } from "@skein/host/agents";
import type { CommandScope } from "./command.ts";
import type { CommandResult } from "./command-result.ts";
import { askForForm } from "./recipe-form.ts";

export async function listRecipesHere({ machine, session }: CommandScope): Promise<CommandResult> {
  const { recipes, notices } = await listRecipes(findOptions(machine, session.settings().cwd));
  const usable = recipes.filter(
    ({ shadowedBy, problems }) => shadowedBy === undefined && hasNoErrors(problems),
  );
  return { kind: "recipes", recipes: usable.map(({ name, title }) => ({ name, title })), notices };
}

/**
 * A recipe's instructions and prompt as a message of this conversation. Its tools, model and checks are those of a
 * run of its own: here nothing of it is started, so nothing has to be agreed to.
 *
 * @param argument - `KEY=VALUE` words; other words are the value of the one parameter that needs one. What is missing is
 *   asked for.
 */
export async function recipeMessage(
  word: string,
  argument: string,
  { machine, session, ask, tell }: CommandScope,
): Promise<CommandResult> {
  const { cwd } = session.settings();
  if (isRecipeLink(word)) {
    throw new ConfigError("usage", "A link cannot be used in a chat: no one has seen what is in it.", {
      nextStep: { do: "chat-with-recipe" },
    });
  }
  const named = await usableRecipe(machine, word, cwd);
  const params = argumentValues(
    argument,
    named.read.parameters.map(({ key, default: fallback }) => ({ key, isRequired: fallback === undefined })),
    "The recipe has no parameters.",
  );
  const given = await givenValues(named, params, {
    cwd,
    canAsk: ask !== undefined,
    warn: (text) => tell?.(text, "warning"),
  });
  const values = ask ? await askForForm(given, { title: named.recipe.title, cwd, ask }) : given.values;
  if (!values) return { kind: "declined" };
  const { recipe } = await renderNamed(named, values, cwd);
  const texts = [recipe.instructions, recipe.prompt].filter(
    (text) => text !== undefined && text.trim() !== "",
  );
  return {
    kind: "send",
    text: texts.join("\n\n"),
    when: "now",
    recipe: { word, leftOut: leftOut(recipe) },
  };
}

function leftOut(recipe: Recipe): readonly string[] {
  return [
    ...((recipe.extensions ?? []).length === 0 ? [] : ["extensions"]),
    ...(recipe.models.length === 0 && recipe.settings.model === undefined ? [] : ["model"]),
    ...(recipe.subRecipes.length === 0 ? [] : ["sub-recipes"]),
    ...(recipe.retry === undefined ? [] : ["checks"]),
    ...(recipe.responseSchema === undefined ? [] : ["result schema"]),
  ];
}
