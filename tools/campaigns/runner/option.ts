import { NotStarted } from "./not-started.ts";

/** An option of a campaign: its help, and how its texts become a value. */
export interface Option<Value = unknown> {
  readonly about: string;
  /** Name of the value in the help. Default: none, the option is a flag. */
  readonly placeholder?: string;
  /** Whether the values are plain words, without `--name`. At most one option of a campaign. Default: false. */
  readonly isPositional?: boolean;
  /** Whether it may have several values. Default: false. */
  readonly isRepeatable?: boolean;
  /**
   * Returns the value. Throws `NotStarted` if a text is not valid.
   *
   * @param texts - as they were passed; empty if the option was not.
   * @param label - name of the option in sentences, for example `--runs`.
   */
  read(texts: readonly string[], label: string): Value;
}

interface Numbers {
  readonly about: string;
  readonly default: number;
  /** The smallest number. Default: 1. */
  readonly least?: number;
}

/** A whole number. */
export function count({ about, default: fallback, least = 1 }: Numbers): Option<number> {
  return {
    about: `${about} (default: ${fallback})`,
    placeholder: "N",
    read: ([value], label) => (value === undefined ? fallback : wholeNumber(value, label, least)),
  };
}

/** The seed that the choices of a campaign follow from. Default: a random one; the runner prints it. */
export function seed(fallback?: number): Option<number> {
  return {
    about: `Seed of the random choices (default: ${fallback ?? "a random one"})`,
    placeholder: "N",
    read: ([value], label) =>
      value === undefined ? (fallback ?? Math.floor(Math.random() * 2 ** 31)) : wholeNumber(value, label, 0),
  };
}

/** Any text. */
export function text(placeholder: string, about: string): Option<string | undefined> {
  return { about, placeholder, read: ([value]) => value };
}

/** An option without a value. */
export function flag(about: string): Option<boolean> {
  return { about, read: (texts) => texts.length > 0 };
}

interface Choices<Word extends string> {
  readonly about: string;
  readonly placeholder: string;
  readonly words: readonly Word[];
}

/** One of a few words. */
export function choice<const Word extends string>({
  about,
  placeholder,
  words,
}: Choices<Word>): Option<Word | undefined> {
  return {
    about: `${about}: ${words.join(" or ")}`,
    placeholder,
    read: ([value], label) => (value === undefined ? undefined : choiceOf(words, value, label)),
  };
}

/** Some of a few words; empty if none was passed. */
export function choices<const Word extends string>({
  about,
  placeholder,
  words,
}: Choices<Word>): Option<readonly Word[]> {
  return {
    about: `${about}: ${words.join(", ")}`,
    placeholder,
    isRepeatable: true,
    read: (texts, label) => texts.map((value) => choiceOf(words, value, label)),
  };
}

function choiceOf<Word extends string>(words: readonly Word[], value: string, label: string): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw new NotStarted(`Invalid value for ${label}: "${value}". Use one of: ${words.join(", ")}.`);
}

interface Names {
  readonly about: string;
  readonly placeholder: string;
  /** What has the names, for sentences: `wire`. */
  readonly noun: string;
  /** All names. */
  readonly of: () => readonly string[];
  /** Whether a name has to contain every text that was passed. Default: false, one of them. */
  readonly needsAll?: boolean;
  /** Whether no text means no name. Default: false, all names. */
  readonly isEmptyWithout?: boolean;
  readonly isPositional?: boolean;
}

/** The names that contain what was passed; all of them if nothing was. */
export function names({
  noun,
  of,
  needsAll = false,
  isEmptyWithout = false,
  ...shown
}: Names): Option<readonly string[]> {
  return {
    ...shown,
    isRepeatable: true,
    read: (texts) => {
      if (texts.length === 0 && isEmptyWithout) return [];
      const all = of();
      if (texts.length === 0) return all;
      const wrong = texts.find((part) => !all.some((name) => name.includes(part)));
      if (wrong !== undefined) throw new NotStarted(`No ${noun} contains "${wrong}". ${examples(all)}`);
      const chosen = all.filter((name) =>
        needsAll ? texts.every((part) => name.includes(part)) : texts.some((part) => name.includes(part)),
      );
      if (chosen.length > 0) return chosen;
      throw new NotStarted(`No ${noun} contains all of: ${texts.join(", ")}. ${examples(all)}`);
    },
  };
}

function examples(all: readonly string[]): string {
  if (all.length === 0) return "There is none here.";
  if (all.length <= 12) return `Use a part of one of: ${all.join(", ")}.`;
  const some = all.slice(0, 3).map((name) => `"${name}"`);
  return `Use a part of a name, for example of ${some.join(", ")}.`;
}

function wholeNumber(value: string, label: string, least: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
  throw new NotStarted(`Invalid value for ${label}: "${value}". Use a whole number from ${least} on.`);
}
