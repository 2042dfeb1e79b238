/** A command of `skein`. @returns the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

export type CommandTable = Readonly<Record<string, () => Promise<{ readonly main: Command }>>>;
