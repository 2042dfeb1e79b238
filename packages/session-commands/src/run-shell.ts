import { ConfigError } from "@skein/protocol";
import { runUserCommand } from "@skein/runtime/user-command";
import { commandNote } from "@skein/host/agents";
import type { CommandScope } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

/** Runs a command of the user, and lets the model know what came of it. */
export async function runShell(
  text: string,
  { machine, session, output }: CommandScope,
): Promise<CommandResult> {
  if (text === "") throw new ConfigError("usage", "There is no command to run.");
  const stopper = new AbortController();
  return session.alone(async () => {
    const startedAt = performance.now();
    const { cwd } = session.settings();
    const command = { text, cwd, environment: machine.env, onOutput: (told: string) => output?.(told) };
    const end = await runUserCommand(command, stopper.signal);
    await session.note(commandNote(text, end));
    return { kind: "shell", command: text, end, durationMs: performance.now() - startedAt };
  }, stopper);
}
