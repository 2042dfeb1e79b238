import { ConfigError } from "@skein/protocol";

const ofRecipe = ["params", "sub-recipe", "explain", "render-recipe", "interactive", "trust-hash"] as const;
/** They are for the recipe of a session that is resumed: one of them only for that, the other one too. */
const ofResumed = ["trust-hash", "no-recipe"] as const;

type Names = (typeof ofRecipe)[number] | (typeof ofResumed)[number] | "resume";

/** Without a recipe they mean nothing. Throws `ConfigError`. */
export function refuseRecipeFlags(command: string, flags: Readonly<Partial<Record<Names, unknown>>>): void {
  const isResumed = flags.resume !== undefined;
  const isStray = (name: Names) => flags[name] !== undefined && !(isResumed && isOfResumed(name));
  const stray = ofRecipe.find(isStray);
  if (stray !== undefined) throw missing(command, stray, ["recipe", "NAME"]);
  const left = ofResumed.find(isStray);
  if (left !== undefined) throw missing(command, left, ["resume"]);
}

const isOfResumed = (name: string): boolean => ofResumed.some((one) => one === name);

function missing(
  command: string,
  stray: string,
  needed: readonly [flag: string, value?: string],
): ConfigError {
  return new ConfigError("usage", `--${stray} goes with --${needed[0]} alone.`, {
    hint: `Add it, or leave the other one out: skein ${command} --${needed.join(" ")} --${stray} …`,
  });
}
