import { parseArgs } from "node:util";
import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import type { Flag, Flags } from "./flag.ts";
import { hintAt } from "./program.ts";

/** What was typed: strings, lists for repeatable flags, `true` for switches. */
export type Parsed<Table extends Flags> = {
  readonly [Name in keyof Table]?: Table[Name] extends { readonly value: string }
    ? Table[Name] extends { readonly repeatable: true }
      ? readonly string[]
      : string
    : boolean;
};

/** Throws `ConfigError` that names the flag and the nearest known one. @param command - as it is typed: `skein run`. */
export function parseFlags<Table extends Flags>(
  command: string,
  table: Table,
  args: readonly string[],
): { readonly flags: Parsed<Table>; readonly words: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries<Flag>(table).map(([name, flag]) => [
      name,
      {
        type: flag.value === undefined ? ("boolean" as const) : ("string" as const),
        ...(flag.short === undefined ? {} : { short: flag.short }),
        ...(flag.repeatable ? { multiple: true } : {}),
      },
    ]),
  );
  refuseUnknown(command, table, args);
  try {
    const { values, positionals } = parseArgs({
      args: withEmptyValues(table, args),
      options,
      allowPositionals: true,
      strict: true,
    });
    for (const [name, value] of Object.entries(values))
      refuseNoNumber(command, { name, flag: table[name]! }, value);
    return { flags: withoutAliases(command, table, { ...values }), words: positionals };
  } catch (error) {
    if (ConfigError.is(error)) throw error;
    const [sentence] = (error as Error).message.split("\n");
    throw new ConfigError("usage", sentence ?? "The flags cannot be read.", { hint: flagsHint(command) });
  }
}

/** Flags whose value may be left out, with an empty one where it was. */
function withEmptyValues(table: Flags, args: readonly string[]): string[] {
  const optional = Object.keys(table).flatMap((name) => (table[name]!.optional ? [`--${name}`] : []));
  return args.map((word, at) =>
    optional.includes(word) && !(args[at + 1] ?? "-").match(/^[^-]/) ? `${word}=` : word,
  );
}

/** What was given by another name of a flag, by its own. */
function withoutAliases(command: string, table: Flags, values: Record<string, unknown>): object {
  for (const [name, { sameAs }] of Object.entries<Flag>(table)) {
    if (sameAs === undefined || values[name] === undefined) continue;
    if (values[sameAs] !== undefined) {
      throw new ConfigError("usage", `--${name} is another name of --${sameAs}: give one of them.`, {
        hint: flagsHint(command),
      });
    }
    values[sameAs] = values[name];
    delete values[name];
  }
  return values;
}

function refuseUnknown(command: string, table: Flags, args: readonly string[]): void {
  const names = Object.keys(table);
  const end = args.indexOf("--");
  for (const word of end < 0 ? args : args.slice(0, end)) {
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || names.includes(name)) continue;
    const guess = nearestWord(name, names) ?? names.find((known) => known.startsWith(`${name}-`));
    throw new ConfigError("usage", `There is no flag --${name}.`, {
      hint: guess === undefined ? flagsHint(command) : `Did you mean --${guess}? ${flagsHint(command)}`,
    });
  }
}

/** Words for values that are numbers. What a number may be is for the command. */
const numbers = ["N", "SEQ", "USD"];

function refuseNoNumber(
  command: string,
  { name, flag }: { readonly name: string; readonly flag: Flag },
  value: unknown,
): void {
  if (flag.value === undefined || !numbers.includes(flag.value)) return;
  for (const text of [value].flat())
    if (typeof text === "string" && !/^\d*\.?\d+$/.test(text))
      throw new ConfigError("usage", `--${name} cannot be ${JSON.stringify(text)}.`, {
        hint: `Give a number. ${flagsHint(command)}`,
      });
}

function flagsHint(command: string): string {
  return hintAt(command, "lists all flags");
}
