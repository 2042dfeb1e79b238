import { ConfigError } from "@skein/protocol";

const names = ["params", "sub-recipe", "explain", "render-recipe", "trust-hash", "interactive"] as const;

/** Without a recipe they mean nothing. Throws `ConfigError`. */
export function refuseRecipeFlags(
  command: string,
  flags: Readonly<Partial<Record<(typeof names)[number], unknown>>>,
): void {
  const stray = names.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw new ConfigError("usage", `--${stray} goes with --recipe alone.`, {
    hint: `Name the recipe: skein ${command} --recipe NAME --${stray} …`,
  });
}
