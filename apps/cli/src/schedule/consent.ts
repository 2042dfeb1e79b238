import { messageOf } from "@skein/protocol";
import { recipeConsent, type Schedule } from "@skein/runtime/schedules";

/** @returns why the recipe is not what was agreed to; `undefined` when it is. */
export async function checkConsent({ work }: Schedule): Promise<string | undefined> {
  if (work.kind !== "recipe" || work.consent === undefined) return undefined;
  try {
    return (await recipeConsent(work.recipe)) === work.consent ? undefined : "recipe changed: trust it again";
  } catch (error) {
    return messageOf(error);
  }
}
