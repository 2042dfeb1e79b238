import { ConfigError } from "@skein/protocol";
import { commandWords } from "@skein/settings";

/** What can be given. */
export interface NamedArgument {
  readonly key: string;
  readonly isRequired: boolean;
}

/**
 * The values in the argument of a command: `KEY=VALUE` words; other words are the value of the one key that needs one.
 *
 * @param none - the hint when there is nothing to give. Throws `ConfigError`.
 */
export function argumentValues(
  argument: string,
  named: readonly NamedArgument[],
  none: string,
): Readonly<Record<string, string>> {
  const words = commandWords(argument);
  if (!words) {
    throw new ConfigError("usage", "A quote is not closed.", {
      hint: 'For example: folder="my code"',
    });
  }
  const isPair = (word: string) => /^[A-Za-z_][\w-]*=/.test(word);
  const pairs = words.filter(isPair).map((word) => {
    const end = word.indexOf("=");
    return [word.slice(0, end), word.slice(end + 1)] as const;
  });
  const others = words.filter((word) => !isPair(word));
  if (others.length === 0) return Object.fromEntries(pairs);
  const open = named.filter(({ key, isRequired }) => isRequired && !pairs.some(([given]) => given === key));
  const [only] = open;
  if (only !== undefined && open.length === 1) {
    return {
      ...Object.fromEntries(pairs),
      [only.key]: pairs.length === 0 ? argument.trim() : others.join(" "),
    };
  }
  const keys = named.map(({ key }) => `${key}=…`).join(" ");
  throw new ConfigError("usage", `It is not clear what "${others[0]}" is for.`, {
    hint: keys === "" ? none : `Write it as KEY=VALUE: ${keys}`,
  });
}
