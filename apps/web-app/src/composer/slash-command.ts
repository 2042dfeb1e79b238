import type { CommandResult } from "@skein/client";
import { lastProblem } from "../state/problems.ts";
import { server } from "../state/server.ts";
import type { RunCommand } from "./command-result-box.tsx";
import type { Command } from "./use-commands.ts";
import { commandOfText } from "./command-text.ts";

/** Runs a command that was typed. @returns what is to be shown of it; `undefined`: the text is a message. */
export async function runSlashCommand(
  session: string,
  typed: string,
  commands: readonly Command[],
): Promise<RunCommand | "followed" | undefined> {
  const found = commandOfText(typed, commands);
  if (!found) return undefined;
  const result = await server.runCommand({ session, ...found });
  return (await isFollowed(session, result)) ? "followed" : { name: found.name, result };
}

/** Some results are things that the face does. @returns whether this one was. */
async function isFollowed(session: string, result: CommandResult): Promise<boolean> {
  switch (result.kind) {
    case "send":
      await server.sendMessage({
        session,
        input: result.text,
        when: result.when,
      });
      break;
    case "go-on":
      await server.sendMessage({ session });
      break;
    case "go-to":
      location.hash = `#/s/${encodeURIComponent(result.session)}`;
      break;
    case "must-wait":
      lastProblem.set({ code: "must-wait", message: "A run is on.", hint: "Stop it, or wait for its end." });
      break;
    case "unknown-command":
      lastProblem.set({ code: "unknown-command", message: `There is no command ${result.name}.` });
      break;
    default:
      return false;
  }
  return true;
}
