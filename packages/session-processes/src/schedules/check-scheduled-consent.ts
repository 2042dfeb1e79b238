import { messageOf } from "@skein/protocol";
import { scheduledConsent } from "@skein/runtime/schedules";
import type { Schedule } from "@skein/schedules";

/** @returns why the recipe is not what was agreed to; `undefined` when it is. */
export async function checkScheduledConsent({ work, cwd }: Schedule): Promise<string | undefined> {
  if (work.kind !== "recipe" || work.consent === undefined) return undefined;
  try {
    return (await scheduledConsent(work.recipe, cwd)) === work.consent
      ? undefined
      : "recipe or a file it names changed: add the schedule again";
  } catch (error) {
    return messageOf(error);
  }
}
