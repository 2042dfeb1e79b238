import { ConfigError } from "@skein/protocol";

const names = ["params", "sub-recipe", "explain", "render-recipe", "interactive"] as const;

/** Without a recipe they mean nothing; `--trust-hash` is for that of a session that is resumed, too. Throws `ConfigError`. */
export function refuseRecipeFlags(
  command: string,
  flags: Readonly<Partial<Record<(typeof names)[number] | "trust-hash" | "resume", unknown>>>,
): void {
  const own = flags.resume === undefined ? [...names, "trust-hash" as const] : names;
  const stray = own.find((name) => flags[name] !== undefined);
  if (stray === undefined) return;
  throw new ConfigError("usage", `--${stray} goes with --recipe alone.`, {
    hint: `Name the recipe: skein ${command} --recipe NAME --${stray} …`,
  });
}
