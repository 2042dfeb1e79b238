import { join, sep } from "node:path";
import { attributeAnswer, ConfigError } from "@skein/protocol";
import { effectiveSettings } from "@skein/host/settings";
import type { CommandScope } from "../command.ts";
import type { CommandFile } from "./command-files.ts";

/**
 * Whether the commands of a file may be called. Those of the user may, and those that trust in the project covers; any others are
 * asked about. Throws `ConfigError` where no one can be asked.
 */
export async function agreeToCommands(
  { path, isOfProject }: CommandFile,
  commands: readonly string[],
  { machine, session, ask }: CommandScope,
): Promise<boolean> {
  if (!isOfProject || commands.length === 0) return true;
  const { project } = await effectiveSettings(machine, session.settings().cwd);
  const covered = join(project.folder, ".skein");
  const isCovered = path.startsWith(covered + sep);
  if (isCovered && project.trust === "trusted") return true;
  if (!ask)
    throw new ConfigError(
      "usage",
      `${path} runs commands, and trust in this project does not cover it.`,
      isCovered
        ? { nextStep: { do: "trust-folder", folder: project.folder } }
        : { hint: `Look at it, then copy it to your own commands, or to ${covered} and trust the project.` },
    );
  const message = [
    `${path}, a file of this project, runs these commands first:`,
    ...commands.map((one) => `  ${one}`),
  ];
  const question = {
    id: crypto.randomUUID(),
    kind: "elicitation",
    extension: "commands",
    message: message.join("\n"),
    schema: {
      type: "object",
      properties: { run: { type: "string", description: "yes runs them", default: "yes" } },
    },
  } as const;
  const { answer } = attributeAnswer(await ask(question, new AbortController().signal), "ask");
  return "reply" in answer && answer.reply?.["run"] === "yes";
}
