import { printBareError } from "@skein/platform/print-bare-error";
import { commands, loadCommandRunner } from "./later.ts";
import { endProcess, endProcessNow, watchOutput } from "./end-process.ts";
import { help } from "./help.ts";
import { version } from "./version.ts";
import { giveBackMemory } from "./give-back-memory.ts";
import { setMemoryFlagsWithFirstRequest } from "@skein/platform/memory-flags";

watchOutput();
// A timer or an event that throws has no command to report it.
process.on("uncaughtException", (error) => endProcessNow(printBareError(error)));
void main(process.argv.slice(2)).catch(printBareError).then(endProcess);

/** @returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name === "--version" || name === "-V" || name === "-v") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(help);
    return 0;
  }
  if (name === undefined && !(process.stdin.isTTY && process.stdout.isTTY)) {
    process.stderr.write(help);
    return 2;
  }
  setMemoryFlagsWithFirstRequest();
  giveBackMemory();
  const { runCommand } = await loadCommandRunner();
  return runCommand(commands, args);
}
