import { ConfigError } from "@skein/protocol";
import { recipeConsent } from "@skein/recipes";
import type { ScheduleInput } from "@skein/schedules";
import type { Machine } from "@skein/host";
import { usableRecipe, consentFor, type Consent, givenValues, renderNamed } from "@skein/host/recipes";

export interface ScheduledRecipeWish {
  /** A file or a name. */
  readonly recipe: string;
  readonly params: Readonly<Record<string, string>>;
  /** Where it is looked for. */
  readonly cwd: string;
  /** Where it will run: paths of files given as values begin there. Absolute. */
  readonly folder: string;
  /** Gets what does not stop anything. */
  readonly warn: (sentence: string) => void;
}

export interface ScheduledRecipe {
  /** For the schedule; with it the recipe is agreed to as it is now. */
  readonly work: ScheduleInput["work"];
  /** What is agreed to, to be shown; absent when it starts and reaches nothing. */
  readonly consent: Consent | undefined;
}

/** No one is available later: what a recipe runs is approved now, and all its values must be right. Throws `ConfigError`. */
export async function scheduledRecipe(
  machine: Machine,
  { recipe, params, cwd, folder, warn }: ScheduledRecipeWish,
): Promise<ScheduledRecipe> {
  const named = await usableRecipe(machine, recipe, cwd);
  const { file } = named.found;
  if (file === undefined) {
    throw new ConfigError(
      "usage",
      "A schedule cannot run a link: it holds no file that could be agreed to.",
      {
        hint: "Write the recipe into a file, and name that.",
      },
    );
  }
  const { values } = await givenValues(named, params, { cwd: folder, canAsk: false, warn });
  await renderNamed(named, values, folder);
  // Of the recipe that is shown, and not of what the file may hold by now.
  const { hash } = await recipeConsent(named.read, { cwd: folder });
  return {
    work: { kind: "recipe", recipe: file, params, consent: hash },
    consent: await consentFor(named, { cwd, folder }),
  };
}
