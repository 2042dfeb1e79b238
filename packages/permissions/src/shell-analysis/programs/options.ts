import { isLiteral, maySpread, type Word } from "../analysis.ts";

/** The options of a program that are known. Others are refused, abbreviated names too. */
export interface OptionTable {
  /** Letters that take no value. */
  readonly flags?: string;
  /** Letters that take one: `-n5`, `-n 5`. */
  readonly values?: string;
  /** Letters whose value, if any, is attached: `-U3`. */
  readonly attached?: string;
  /** Long names without their dashes, by spaces. `name=` takes a value, `name=?` may have one, attached. */
  readonly long?: string;
  /** Long names that take two values. */
  readonly pairs?: string;
  /** Whether `-5` is an option. */
  readonly hasDigits?: boolean;
  /** No option of the program writes or runs anything, so a word that may expand to one does no harm. */
  readonly expands?: boolean;
}

interface OptionValue {
  /** `-n` or `--lines`. */
  readonly option: string;
  readonly value: Word;
}

export interface ReadOptions {
  /** As in the table: `-l`, `--all`. */
  readonly options: ReadonlySet<string>;
  readonly values: readonly OptionValue[];
  readonly operands: readonly Word[];
  /** The first word that is no known option. */
  readonly refused?: Word;
}

/** @param stops - whether the first operand ends the options, as for programs that start another. */
export function readOptions(table: OptionTable, args: readonly Word[], stops = false): ReadOptions {
  const [options, values, operands]: [Set<string>, OptionValue[], Word[]] = [new Set(), [], []];
  let rest = args;
  const done = (refused?: Word): ReadOptions => ({
    options,
    values,
    operands,
    ...(refused ? { refused } : {}),
  });
  while (rest.length > 0) {
    const [word, ...after] = rest;
    if (word === undefined) break;
    if (!isLiteral(word) && word.mayBeOption && table.expands !== true) return done(word);
    if (word.text === "--" && isLiteral(word)) {
      operands.push(...after);
      return done();
    }
    if (!isLiteral(word) || !word.text.startsWith("-") || word.text === "-") {
      if (stops) {
        operands.push(...rest);
        return done();
      }
      operands.push(word);
      rest = after;
      continue;
    }
    const found = word.text.startsWith("--") ? longOption(table, word) : shortOptions(table, word);
    if (found === undefined) return done(word);
    for (const name of found.names) options.add(name);
    if (found.attached !== undefined && found.option !== undefined)
      values.push({ option: found.option, value: found.attached });
    const wanted = after.slice(0, found.wants);
    const isUnsure = table.expands !== true && wanted.some(maySpread);
    if (wanted.length < found.wants || isUnsure) return done(word);
    for (const value of wanted) values.push({ option: found.option ?? word.text, value });
    rest = after.slice(found.wants);
  }
  return done();
}

interface FoundOption {
  readonly names: readonly string[];
  /** The one that takes a value. */
  readonly option?: string;
  readonly attached?: Word;
  /** How many of the words behind it are its values. */
  readonly wants: number;
}

const literal = (text: string): Word => ({ source: text, text, expansions: [], mayBeOption: false });

function longOption(table: OptionTable, { text }: Word): FoundOption | undefined {
  const [, name = "", value] = /^--([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const known = (table.long ?? "").split(" ");
  const [names, option] = [[`--${name}`], `--${name}`];
  if (name === "") return undefined;
  if ((table.pairs ?? "").split(" ").includes(name))
    return value === undefined ? { names, option, wants: 2 } : undefined;
  const takesOne = known.includes(`${name}=`);
  if (value !== undefined)
    return takesOne || known.includes(`${name}=?`)
      ? { names, option, attached: literal(value), wants: 0 }
      : undefined;
  if (takesOne) return { names, option, wants: 1 };
  return known.includes(name) || known.includes(`${name}=?`) ? { names, wants: 0 } : undefined;
}

function shortOptions(table: OptionTable, { text }: Word): FoundOption | undefined {
  if (table.hasDigits === true && /^-\d+$/.test(text)) return { names: ["-0"], wants: 0 };
  const names: string[] = [];
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!;
    const option = `-${letter}`;
    const value = text.slice(at + 1);
    names.push(option);
    if (table.flags?.includes(letter) === true) continue;
    if (table.attached?.includes(letter) === true)
      return { names, option, ...(value === "" ? {} : { attached: literal(value) }), wants: 0 };
    if (table.values?.includes(letter) !== true) return undefined;
    return value === "" ? { names, option, wants: 1 } : { names, option, attached: literal(value), wants: 0 };
  }
  return { names, wants: 0 };
}
