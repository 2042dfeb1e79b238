import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";

/**
 * The word after a command that says what of it is wanted, and the rest.
 *
 * @param command - of several: `skein session`.
 * @param names - the known ones; the first is taken when there is no word but flags or nothing.
 */
export function subcommand<Name extends string>(
  command: string,
  names: readonly [Name, ...Name[]],
  args: readonly string[],
): { readonly name: Name; readonly rest: readonly string[] } {
  const [first, ...rest] = args;
  if (first === undefined || first.startsWith("-")) return { name: names[0], rest: args };
  const name = names.find((known) => known === first);
  if (name !== undefined) return { name, rest };
  const guess = nearestWord(first, names);
  throw new ConfigError("usage", `There is no \`${command} ${first}\`.`, {
    hint: guess === undefined ? `Use one of: ${names.join(", ")}.` : `Did you mean \`${command} ${guess}\`?`,
  });
}
