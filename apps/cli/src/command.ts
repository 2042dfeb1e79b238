import type { Flags, Suggests } from "./arguments/flag.ts";

/** A command of `skein`. @returns the exit code. */
export interface Command {
  /** @param commands - all there are, for commands that speak of others. */
  (args: readonly string[], commands?: CommandTable): Promise<number>;
  /** The words after it, where it is several. */
  readonly subcommands?: readonly string[];
  readonly subcommand?: (name: string) => Promise<Command>;
  readonly flags?: Flags;
  /** What its words are. */
  readonly suggests?: Suggests;
}

export type CommandTable = Readonly<Record<string, () => Promise<{ readonly main: Command }>>>;
