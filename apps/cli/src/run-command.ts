import { ConfigError, exitCodes } from "@skein/protocol";
import { nearestWord } from "@skein/settings";
import type { CommandTable } from "./command.ts";
import { outputExitCode } from "./end-process.ts";
import { failedResult } from "./output/failed-result.ts";
import { sayError } from "./output/say-error.ts";

/** Loads and runs a command; whatever it throws becomes a sentence and an exit code. */
export async function runCommand(
  commands: CommandTable,
  name: string,
  args: readonly string[],
): Promise<number> {
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!load) throw unknownCommand(name, Object.keys(commands));
    return await (await load()).main(args);
  } catch (error) {
    // What was broken off because nobody reads its output has nothing to add to that.
    const unread = outputExitCode();
    if (unread !== undefined) return unread;
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
