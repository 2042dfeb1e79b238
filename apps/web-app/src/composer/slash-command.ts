import type { CommandResult } from "@skein/client";
import { lastProblem } from "../state/problems.ts";
import { server } from "../state/server.ts";
import type { Command } from "./use-commands.ts";
import { commandOfText } from "./command-text.ts";

/** Runs a command that was typed. @returns whether it was one. */
export async function runSlashCommand(
  session: string,
  typed: string,
  commands: readonly Command[],
): Promise<boolean> {
  const found = commandOfText(typed, commands);
  if (!found) return false;
  const result = await server.runCommand({ session, ...found });
  await follow(session, result);
  return true;
}

/** Some results are things that the face does. */
async function follow(session: string, result: CommandResult): Promise<void> {
  switch (result.kind) {
    case "send":
      await server.sendMessage({
        session,
        input: String(result["text"]),
        when: result["when"] === "now" ? "now" : "next",
      });
      break;
    case "go-on":
      await server.sendMessage({ session });
      break;
    case "go-to":
      location.hash = `#/s/${encodeURIComponent(String(result["session"]))}`;
      break;
    case "must-wait":
      lastProblem.set({ code: "must-wait", message: "A run is on.", hint: "Stop it, or wait for its end." });
      break;
    case "unknown-command":
      lastProblem.set({ code: "unknown-command", message: `There is no command ${String(result["name"])}.` });
      break;
    default:
  }
}
