/** A command of `skein`. @returns the exit code. */
export interface Command {
  (args: readonly string[]): Promise<number>;
  /** The words after it, where it is several. */
  readonly subcommands?: readonly string[];
}

export type CommandTable = Readonly<Record<string, () => Promise<{ readonly main: Command }>>>;
