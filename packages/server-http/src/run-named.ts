import type { Host, LiveSession } from "@skein/host";
import type { CommandResult } from "@skein/session-commands";
import { ConfigError, SkeinError } from "@skein/protocol";
import { loadSessionCommands } from "./later.ts";

/** Runs a command of the session. Rejects as it does, and when there is none of that name or a run is on. */
export async function runNamed(
  host: Host,
  live: LiveSession,
  name: string,
  argument = "",
): Promise<CommandResult> {
  const { commandsOf } = await loadSessionCommands();
  const commands = await commandsOf(host, live.settings().cwd);
  const result = await commands.run({ name, argument }, live);
  if (result.kind === "unknown-command") throw new ConfigError("usage", `Unknown command "${name}".`);
  if (result.kind === "must-wait")
    throw new SkeinError(
      "conflict",
      `"${name}" changes the session: wait for the end of its run, or interrupt it.`,
    );
  return result;
}
