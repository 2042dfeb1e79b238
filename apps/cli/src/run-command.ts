import { ConfigError, exitCodes } from "@skein/protocol";
import { nearestWord } from "@skein/settings";
import type { CommandTable } from "./command.ts";
import { failedResult } from "./output/failed-result.ts";
import { sayError } from "./output/say-error.ts";

/** Loads and runs a command, and ends the process; whatever it throws becomes a sentence and an exit code. */
export async function runCommand(
  commands: CommandTable,
  name: string,
  args: readonly string[],
): Promise<void> {
  // A reader of our output that went away is no reason for a stack trace; whoever runs hears of it by itself.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.exit(await exitCodeOf(commands, name, args));
}

async function exitCodeOf(commands: CommandTable, name: string, args: readonly string[]): Promise<number> {
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!load) throw unknownCommand(name, Object.keys(commands));
    return await (await load()).main(args);
  } catch (error) {
    const { outcome, error: said } = failedResult(error);
    sayError(said, process.stderr);
    return exitCodes[outcome];
  }
}

function unknownCommand(name: string, known: readonly string[]): ConfigError {
  const guess = nearestWord(name, known);
  const hint =
    guess === undefined ? "`skein --help` lists the commands." : `Did you mean \`skein ${guess}\`?`;
  return new ConfigError("usage", `There is no command "${name}".`, { hint });
}
