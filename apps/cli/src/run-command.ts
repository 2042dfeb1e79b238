import { takeSettingFlags, type CommandTable } from "@skein/command-line";
import { trustCertificates } from "@skein/platform/certificates";
import { exitCodes } from "@skein/protocol";
import { refuseUnknownCommand } from "./arguments/task-words.ts";
import { outputExitCode } from "./end-process.ts";
import { failedResult } from "./output/failed-result.ts";
import { sayError } from "./output/say-error.ts";

/** Loads and runs what was called; whatever it throws becomes a sentence and an exit code. */
export async function runCommand(commands: CommandTable, words: readonly string[]): Promise<number> {
  try {
    const args = takeSettingFlags(words, ["journal", "restricted"], process.env);
    for (const problem of await trustCertificates(process.env)) process.stderr.write(`skein: ${problem}\n`);
    const [first = "", ...rest] = args;
    const name = first === "projects" ? "project" : first; // as Goose has it
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return await (await command()).main(rest, commands);
    if (name !== "" && !name.startsWith("-")) await refuseUnknownCommand(args, commands);
    // Without a command it is a task, or without one a chat: `skein "fix the bug"`, `skein`, `skein -r`.
    const isTask = (name !== "" && !name.startsWith("-")) || args.some((word) => taskFlag.test(word));
    return await (await commands[isTask ? "run" : "chat"]!()).main(args, commands);
  } catch (error) {
    // What was broken off because its reader has gone has nothing to add to that.
    const unread = outputExitCode();
    if (unread !== undefined) return unread;
    const { outcome, error: said } = await failedResult(error);
    sayError(said, process.stderr);
    return exitCodes[outcome];
  }
}

const taskFlag = /^(-[tpi]|--(text|prompt|instructions)(=.*)?)$/;
