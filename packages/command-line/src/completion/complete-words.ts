import type { KnownWord } from "./known-words.ts";

/** A command line's flag, as far as a shell completes it. */
export interface CompletableFlag {
  readonly short?: string;
  /** Of what its value is; absent for a switch. */
  readonly value?: string;
  readonly repeatable?: true;
  readonly suggests?: Suggests;
  readonly description: string;
}

/** What a shell completes: these words, or what there is of a kind on this machine. */
export type Suggests = readonly string[] | SuggestedKind;

export type SuggestedKind =
  | "files"
  | "folders"
  | "sessions"
  | "recipes"
  | "providers"
  | "modes"
  | "agents"
  | "builtins"
  | "shells";

export interface CompletableCommand {
  /** The words after it, where it is several. */
  readonly subcommands?: readonly string[];
  readonly subcommand?: (name: string) => Promise<CompletableCommand>;
  readonly flags?: Readonly<Record<string, CompletableFlag>>;
  /** What its words are. */
  readonly suggests?: Suggests;
}

type CommandTable = Readonly<Record<string, () => Promise<{ readonly main: CompletableCommand }>>>;
type Command = CompletableCommand;
type Flag = CompletableFlag;
type Flags = Readonly<Record<string, Flag>>;

export interface Completions {
  readonly words: readonly KnownWord[];
  /** Whether the shell offers names of files or folders as well. */
  readonly paths?: "files" | "folders";
}

export interface CompleteOptions {
  readonly commands: CommandTable;
  readonly summaries: Readonly<Record<string, string>>;
  /** What there is of a kind on this machine. */
  readonly known: (kind: Exclude<SuggestedKind, "files" | "folders">) => Promise<readonly KnownWord[]>;
}

/**
 * Completes the last of these words, which stand after `skein`.
 *
 * @param words - the last one is what has been typed of it, perhaps nothing.
 */
export async function completeWords(
  words: readonly string[],
  options: CompleteOptions,
): Promise<Completions> {
  const typed = words.at(-1) ?? "";
  const [name = "", ...rest] = words;
  if (words.length <= 1 && !typed.startsWith("-")) return commandNames(typed, options);
  const isNamed = Object.hasOwn(options.commands, name);
  // Without a command it is a task, or a chat with flags.
  const load = options.commands[isNamed ? name : name.startsWith("-") ? "chat" : "run"];
  const command = (await load?.())?.main;
  if (!command) return nothing;
  return withCommand(command, isNamed ? rest : words, options);
}

const nothing: Completions = { words: [] };

function commandNames(typed: string, { commands, summaries }: CompleteOptions): Completions {
  const names = Object.keys(commands).filter((name) => summaries[name] !== undefined);
  return {
    words: beginning(
      typed,
      [...names, "help"].map((word) => ({ word, about: summaries[word] ?? "" })),
    ),
  };
}

async function withCommand(
  command: Command,
  words: readonly string[],
  options: CompleteOptions,
): Promise<Completions> {
  const { subcommands, subcommand, flags = {}, suggests } = command;
  const [first = "", ...rest] = words;
  if (subcommands && subcommand) {
    if (words.length <= 1)
      return {
        words: beginning(
          first,
          subcommands.map((word) => ({ word })),
        ),
      };
    return subcommands.includes(first) ? withCommand(await subcommand(first), rest, options) : nothing;
  }
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (before.includes("--")) return suggested(suggests, typed, options);
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? [];
  if (name !== undefined && value !== undefined) {
    const { words: values, paths } = await valuesOf(flagOf(name, flags), value, options);
    return {
      words: values.map(({ word, ...more }) => ({ ...more, word: `${name}=${word}` })),
      ...(paths ? { paths } : {}),
    };
  }
  const awaiting = flagOf(before.at(-1) ?? "", flags);
  if (awaiting?.value !== undefined) return valuesOf(awaiting, typed, options);
  if (typed.startsWith("-")) return { words: beginning(typed, flagNames(flags, before)) };
  return suggested(suggests, typed, options);
}

function flagNames(flags: Flags, before: readonly string[]): readonly KnownWord[] {
  return Object.entries<Flag>(flags)
    .filter(([name, { short, repeatable }]) => {
      const isGiven = before.some(
        (word) => word === `--${name}` || word === `-${short}` || word.startsWith(`--${name}=`),
      );
      return repeatable === true || !isGiven;
    })
    .map(([name, { description }]) => ({ word: `--${name}`, about: description }));
}

function flagOf(word: string, flags: Flags): Flag | undefined {
  return Object.entries<Flag>(flags).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )?.[1];
}

function valuesOf(flag: Flag | undefined, typed: string, options: CompleteOptions): Promise<Completions> {
  const byValue = flag?.value === "FILE" ? "files" : flag?.value === "DIR" ? "folders" : undefined;
  return suggested(flag?.suggests ?? byValue, typed, options);
}

async function suggested(
  suggests: Suggests | undefined,
  typed: string,
  { known }: CompleteOptions,
): Promise<Completions> {
  if (suggests === undefined) return nothing;
  if (suggests === "files" || suggests === "folders") return { words: [], paths: suggests };
  const all = typeof suggests === "string" ? await known(suggests) : suggests.map((word) => ({ word }));
  const words = beginning(typed, all);
  // A recipe is a name or a file.
  return suggests === "recipes" ? { words, paths: "files" } : { words };
}

function beginning(typed: string, all: readonly KnownWord[]): readonly KnownWord[] {
  return all.filter(({ word }) => word.startsWith(typed));
}
