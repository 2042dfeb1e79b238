import type { OpenedRecipe } from "@skein/host/recipes";
import type { ChatOpening } from "./front-end.ts";

/**
 * How a chat with a recipe begins: with its activities to choose from, and with its prompt, if it has one.
 *
 * @param isResumed - the session has begun: what it was asked is in it.
 */
export function recipeOpening(
  opened: OpenedRecipe,
  text: string | undefined,
  isResumed: boolean,
): ChatOpening {
  const { activities, prompt } = opened.recipe;
  const asked = ["You could ask:", ...activities.map((activity) => `  - ${activity}`)].join("\n");
  const lines = isResumed || activities.length === 0 ? [] : [asked];
  if (text === undefined && (isResumed || !prompt?.trim())) return { lines };
  return { lines, message: isResumed ? (text ?? "") : opened.input(text) };
}
