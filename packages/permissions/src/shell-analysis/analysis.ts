/** What the shell puts in place of a part of a word. `input`: what another program finds, as `xargs` does. */
export type Expansion = "variable" | "command" | "arithmetic" | "glob" | "tilde" | "brace" | "input";

/** One word of a command. */
export interface Word {
  /** As it is written, quotes included. */
  readonly source: string;
  /** What the program gets. Parts that the shell replaces stay as they are written: `$HOME/a`, `*.ts`. */
  readonly text: string;
  /** Empty: the word is literal, and `text` is all of it. */
  readonly expansions: readonly Expansion[];
  /** Whether it begins with a dash, or may once it is expanded. */
  readonly mayBeOption: boolean;
  /** Variables in its text, where nothing but their value counts. */
  readonly variables?: readonly VariableUse[];
  /** What it may become, where the command itself sets its variables: one of these words. */
  readonly values?: readonly Word[];
  /** It stays one word whatever it becomes: it is expanded in quotes. */
  readonly isOne?: boolean;
  /** A value is put in without quotes, so that a name with spaces becomes several words. */
  readonly splits?: boolean;
}

/** A variable in the text of a word, from `start` to `end`. */
export interface VariableUse {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
  /** As it is written: `A=1`. */
  readonly source: string;
}

export interface Redirection {
  /** `>`, `>>`, `>|`, `&>`, `&>>`, `<`, `<>`, `<&`, `>&`, `<<`, `<<-`, `<<<`. */
  readonly operator: string;
  /** Absent for here-documents. */
  readonly target?: Word;
  /** The file that is opened, when it is literal. Absent for descriptors (`2>&1`), here-documents and here-strings. */
  readonly path?: string;
  /** Whether it may create or change a file, or open a connection. `2>/dev/null` and `2>&1` do not. */
  readonly writes: boolean;
}

/** A simple command. */
export interface Segment {
  /** Absent where there are only assignments or redirections. Always literal: another program name is a problem. */
  readonly program?: Word;
  readonly args: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  /** As it is written, for showing. */
  readonly text: string;
  /** What starts it, from the outside in: `sudo`, `bash -c`, `$()`. Empty at the top. */
  readonly via: readonly string[];
  /**
   * Where it may run: each possibility is the operands of the `cd` commands before it, in order. `[[]]`: where the whole
   * command starts. An operand that is not literal means: anywhere.
   */
  readonly folders: readonly (readonly Word[])[];
  /** The index of the segment whose own words start this one: of `sudo`, `xargs`, `bash -c`. Substitutions do not count. */
  readonly startedBy?: number;
  /** The index of the segment whose output it reads: what stands before it in a pipeline. */
  readonly pipedFrom?: number;
  /**
   * A wrapper such as `timeout 5` that adds nothing to the commands it starts. They follow in the list, so a rule that
   * covers them covers it.
   */
  readonly isTransparent: boolean;
}

export type ProblemCode =
  /** A control character, or one that is not ASCII and not in a text. */
  | "character"
  | "too-long"
  | "too-many-segments"
  /** The text is no shell command that the parser knows. */
  | "unparseable"
  /** Understood by the parser, but of a kind that is not looked into: functions, arrays, `case`. */
  | "unsupported-syntax"
  | "parsers-differ"
  | "parser-unavailable"
  /** The name of the program is only known when the command runs. */
  | "expanded-program"
  /** What an expansion does depends on its value: `${!x}`, `${x@P}`, `$((x))`. */
  | "expansion"
  /** The environment can make other programs run: `PATH=`, `LD_PRELOAD=`, `GIT_…=`. */
  | "environment"
  /** Text is run as commands, or changes what later words mean: `eval`, `source`, `trap`, `alias`. */
  | "evaluates"
  /** It cannot be told which command a wrapper starts. */
  | "wrapper"
  /** An option makes the program run or load something: `git -c`, `rg --pre`. */
  | "dangerous-option"
  | "alias"
  | "shell";

export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for whoever is asked. */
  readonly what: string;
  /** The part of the command that it is about, at most 80 characters. */
  readonly where: string;
}

export interface CommandAnalysis {
  /** In the order of the text; what a wrapper or a substitution starts comes after it. With problems: what was found. */
  readonly segments: readonly Segment[];
  /** Any problem means that the segments may not be all. */
  readonly problems: readonly Problem[];
}

const maxShown = 80;

export function problem(code: ProblemCode, what: string, where: string): Problem {
  return { code, what, where: where.length > maxShown ? `${where.slice(0, maxShown - 1)}…` : where };
}

export const isLiteral = (word: Word): boolean => word.expansions.length === 0;

/** Whether one word may become several, or none, in a way that its beginning does not tell. */
export const maySpread = ({ expansions, mayBeOption, isOne = false }: Word): boolean =>
  expansions.length > 0 &&
  ((mayBeOption && !isOne) || expansions.includes("glob") || expansions.includes("brace"));

/** A word as it would be written with these expansions and no quotes. */
export function plainWord(text: string, expansions: readonly Expansion[] = []): Word {
  const mayBeOption = text.startsWith("-") || expansions.length > 0;
  return { source: text, text, expansions, mayBeOption };
}
