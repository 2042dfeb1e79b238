import { labelOf, type Options } from "./campaign.ts";
import { NotStarted } from "./not-started.ts";

/** Reads the arguments of a campaign. Throws `NotStarted` if one is unknown, missing or not valid. */
export function readValues(options: Options, args: readonly string[]): Readonly<Record<string, unknown>> {
  const texts = new Map<string, string[]>(Object.keys(options).map((name) => [name, []]));
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    const [name, value] = arg.startsWith("-")
      ? readOption(options, arg, waiting)
      : [wordsOf(options, arg), arg];
    texts.get(name)?.push(value);
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const own = texts.get(name) ?? [];
      const label = option.isPositional ? (option.placeholder ?? name) : labelOf(name);
      if (own.length > 1 && !option.isRepeatable)
        throw new NotStarted(`${label} was passed ${own.length} times. Pass it once.`);
      return [name, option.read(own, label)];
    }),
  );
}

/** Takes the value of an option from the words behind it. */
function readOption(
  options: Options,
  arg: string,
  waiting: string[],
): readonly [name: string, value: string] {
  const [label = "", ...parts] = arg.split("=");
  const [name, option] =
    Object.entries(options).find(([key, { isPositional }]) => !isPositional && labelOf(key) === label) ?? [];
  if (name === undefined || option === undefined)
    throw new NotStarted(`Unknown option ${label}. ${usable(options)}`);
  if (option.placeholder === undefined) {
    if (parts.length > 0) throw new NotStarted(`${label} takes no value. Remove "=${parts.join("=")}".`);
    return [name, ""];
  }
  const value = parts.length > 0 ? parts.join("=") : waiting.shift();
  if (value === undefined || value === "" || value.startsWith("--"))
    throw new NotStarted(`Missing value for ${label}. Use ${label} ${option.placeholder}.`);
  return [name, value];
}

function wordsOf(options: Options, word: string): string {
  const [name] = Object.entries(options).find(([, { isPositional }]) => isPositional) ?? [];
  if (name === undefined) throw new NotStarted(`Unexpected argument "${word}". ${usable(options)}`);
  return name;
}

function usable(options: Options): string {
  const labels = Object.entries(options).flatMap(([name, { isPositional }]) =>
    isPositional ? [] : [labelOf(name)],
  );
  return `Use one of: ${[...labels, "--help"].join(", ")}.`;
}
