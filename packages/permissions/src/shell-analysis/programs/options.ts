import { isLiteral, maySpread, type Word } from "../analysis.ts";
import { isAsking, optionSpecs, type OptionSpec, type OptionSpecs } from "./option-spec.ts";

/** The options of a program that are known. Others are refused, abbreviated names too. */
export interface OptionTable {
  /** See `optionSpecs`. */
  readonly options?: string;
  /** Whether `-5` is an option. */
  readonly hasDigits?: boolean;
  /** Whether `--no-x` is an option for each long `--x`. */
  readonly negates?: boolean;
  /** No option of the program writes or runs anything, so a word that may expand to one does no harm. */
  readonly expands?: boolean;
}

export interface OptionValue {
  /** `-n` or `--lines`. */
  readonly option: string;
  readonly value: Word;
  readonly kind: OptionSpec["kinds"][number];
}

export interface ReadOptions {
  /** As in the table: `-l`, `--all`. */
  readonly options: ReadonlySet<string>;
  readonly effects: ReadonlySet<NonNullable<OptionSpec["effect"]>>;
  readonly values: readonly OptionValue[];
  readonly operands: readonly Word[];
  /** The first word that is no known option. */
  readonly refused?: Word;
  /** The first option with which the program may do more than read. */
  readonly asking?: Word;
}

const known = new WeakMap<OptionTable, OptionSpecs>();

/** The options of a table by their names. */
export function specsOf(table: OptionTable): OptionSpecs {
  const found = known.get(table) ?? optionSpecs(table.options ?? "");
  known.set(table, found);
  return found;
}

/** @param stops - whether the first operand ends the options, as for programs that start another. */
export function readOptions(table: OptionTable, args: readonly Word[], stops = false): ReadOptions {
  const [values, operands]: [OptionValue[], Word[]] = [[], []];
  const [options, effects]: [Set<string>, Set<NonNullable<OptionSpec["effect"]>>] = [new Set(), new Set()];
  let asking: Word | undefined;
  let rest = args;
  const done = (refused?: Word): ReadOptions => ({
    options,
    effects,
    values,
    operands,
    ...(refused ? { refused } : {}),
    ...(asking ? { asking } : {}),
  });
  while (rest.length > 0) {
    const [word, ...after] = rest;
    if (word === undefined) break;
    if (!isLiteral(word) && word.mayBeOption && table.expands !== true) return done(word);
    if (word.text === "--" && isLiteral(word)) {
      operands.push(...after);
      return done();
    }
    if (!(isLiteral(word) || /^--?\w/.test(word.text)) || !word.text.startsWith("-") || word.text === "-") {
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
    for (const [name, spec] of found.used) {
      options.add(name);
      if (spec.effect !== undefined) effects.add(spec.effect);
      if (isAsking(spec)) asking ??= word;
    }
    const [option, { kinds }] = found.used.at(-1) ?? ["", { kinds: [] }];
    const wanted = found.attached === undefined ? after.slice(0, found.wants) : [found.attached];
    const isUnsure = found.wants > 0 && table.expands !== true && wanted.some(maySpread);
    if (wanted.length < found.wants || isUnsure) return done(word);
    for (const [index, value] of wanted.entries()) {
      const kind = kinds[index] ?? "text";
      if (kind === "number" && isLiteral(value) && !/^[-+]?[\d.,:kKmMgGtTbBxfdiush%~]*$/.test(value.text))
        return done(word);
      values.push({ option, value, kind });
    }
    rest = after.slice(found.wants);
  }
  return done();
}

interface FoundOption {
  /** The last one is the one that takes a value. */
  readonly used: readonly (readonly [name: string, spec: OptionSpec])[];
  readonly attached?: Word;
  /** How many of the words behind it are its values. */
  readonly wants: number;
}

const flag: OptionSpec = { kinds: [], isOptional: false };

/** A part of a word. Quotes are gone from its text, so it is shown as a whole. */
function partOf(word: Word, text: string): Word {
  return isLiteral(word) ? { ...word, source: text, text, mayBeOption: false } : { ...word, text };
}

function longOption(table: OptionTable, word: Word): FoundOption | undefined {
  const [, name = "", value] = /^(--[^=]+)(?:=(.*))?$/s.exec(word.text) ?? [];
  const spec = specsOf(table).get(name) ?? negated(table, name);
  if (spec === undefined) return undefined;
  const { kinds, isOptional } = spec;
  if (!isLiteral(word) && value === undefined) return undefined;
  if (value !== undefined)
    return kinds.length === 1 ? { used: [[name, spec]], attached: partOf(word, value), wants: 0 } : undefined;
  return { used: [[name, spec]], wants: isOptional ? 0 : kinds.length };
}

/** A negated option restores what the program does without it. */
function negated(table: OptionTable, name: string): OptionSpec | undefined {
  const positive = name.replace(/^--no-/, "--");
  return table.negates === true && positive !== name && specsOf(table).has(positive) ? flag : undefined;
}

function shortOptions(table: OptionTable, word: Word): FoundOption | undefined {
  const { text } = word;
  if (table.hasDigits === true && /^-\d+$/.test(text)) return { used: [["-0", flag]], wants: 0 };
  const used: (readonly [string, OptionSpec])[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`;
    const spec = specsOf(table).get(name);
    if (spec === undefined) return undefined;
    used.push([name, spec]);
    const { kinds, isOptional } = spec;
    const value = text.slice(at + 1);
    if (kinds.length === 0) continue;
    if (value !== "") return { used, attached: partOf(word, value), wants: 0 };
    return { used, wants: isOptional ? 0 : kinds.length };
  }
  return isLiteral(word) ? { used, wants: 0 } : undefined;
}
