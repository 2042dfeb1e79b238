import { ConfigError } from "@skein/protocol";
import { nearestWord } from "@skein/settings";

/**
 * The word after a command that says what of it is wanted, and the rest.
 *
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
  throw new ConfigError("usage", `There is no \`skein ${command} ${first}\`.`, {
    hint:
      guess === undefined
        ? `Use one of: ${names.join(", ")}.`
        : `Did you mean \`skein ${command} ${guess}\`?`,
  });
}

/** Throws `ConfigError` for words that a command has no use for. */
export function refuseWords(command: string, words: readonly string[], taken = 0): void {
  const stray = words[taken];
  if (stray === undefined) return;
  throw new ConfigError("usage", `\`skein ${command}\` has no use for "${stray}".`, {
    hint: usageHint(command),
  });
}

export function usageHint(command: string): string {
  return `\`skein ${command} --help\` shows how it is used.`;
}
