import type { CompletableCommand } from "./completion/complete-words.ts";
import type { Flags } from "./flag.ts";

/** @returns the exit code. */
export interface Command extends CompletableCommand {
  /** @param commands - all there are, for commands that speak of others. */
  (args: readonly string[], commands?: CommandTable): Promise<number>;
  readonly subcommand?: (name: string) => Promise<Command>;
  readonly flags?: Flags;
}

export type CommandTable = Readonly<Record<string, () => Promise<{ readonly main: Command }>>>;
