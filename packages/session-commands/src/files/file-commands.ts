import { nearestWord } from "@skein/platform/words";
import { ConfigError, type JsonValue } from "@skein/protocol";
import { parseRule } from "@skein/permissions";
import type { CommandScope, SessionCommand } from "../command.ts";
import type { CommandFile } from "./command-files.ts";
import { agreeToCommands } from "./agree-to-commands.ts";
import { hasPlaces } from "./fill-in.ts";
import { firstReply, hasCommands, withFirstCommands } from "./first-commands.ts";
import { loadSkills } from "../later.ts";

/** Commands that Markdown files describe. What one sends is its text. */
export function fileCommand(file: CommandFile): SessionCommand {
  const { name, fields, template, path, guess } = file;
  const hint = trimmedText(fields["argument-hint"]);
  const hasArgument = hint !== undefined || hasPlaces(template);
  return {
    name,
    group: "commands",
    description: trimmedText(fields["description"]) ?? firstLine(template) ?? path,
    argument: { hint: hint ?? "TEXT", ...(hasArgument && hint === undefined ? {} : { isOptional: true }) },
    // A run that is on may use what it may, and has begun.
    ...(fields["allowed-tools"] === undefined && !hasCommands(template) ? {} : { when: "between-runs" }),
    async run(argument, scope) {
      refuseUnread(file);
      if (guess !== "") scope.tell?.(`${path} is not UTF-8: ${guess}. Save it as UTF-8.`, "warning");
      refuseOtherModel(file, scope.session);
      const tools = await allowedBy(file);
      const { text, commands } = withFirstCommands(template, argument);
      if (!(await agreeToCommands(file, commands, scope))) return { kind: "declined" };
      await scope.session.prepareNextRun({
        narrowing: tools && { name, tools },
        first: firstReply(name, commands),
      });
      return { kind: "send", when: "now", text };
    },
  };
}

const known = ["description", "argument-hint", "allowed-tools", "model"];

/** Throws `ConfigError` for fields that cannot be read, or that mean one of ours: passed over, they would hold nothing. */
function refuseUnread({ path, fields, problem }: CommandFile): void {
  if (problem !== undefined)
    throw new ConfigError("usage", `${path}: ${problem}.`, {
      hint: "Correct what stands between the lines of ---.",
    });
  for (const field of Object.keys(fields).filter((one) => !known.includes(one))) {
    const meant = field.toLowerCase() === "tools" ? "allowed-tools" : nearestWord(field, known);
    if (meant === undefined) continue; // another program's
    throw new ConfigError("usage", `${path}: ${field} is no field of a command.`, {
      hint: `Did you mean ${meant}?`,
    });
  }
}

/** Throws `ConfigError` for what a message cannot keep: it would do something else than its author meant. */
function refuseOtherModel({ path, fields }: CommandFile, session: CommandScope["session"]): void {
  const model = trimmedText(fields["model"]);
  if (model !== undefined && model !== session.settings().model)
    throw new ConfigError(
      "usage",
      `${path}: it is written for the model ${model}, and another one is in use.`,
      {
        hint: "Change to that model first, or remove the field.",
      },
    );
}

/** Permission rules, when the file narrows the run that it begins. Throws `ConfigError`. */
async function allowedBy({ path, fields }: CommandFile): Promise<readonly string[] | undefined> {
  const value = fields["allowed-tools"];
  if (value === undefined) return undefined;
  const { allowedToolsIn } = await loadSkills();
  const tools = allowedToolsIn(value);
  const wrong = tools?.find((tool) => "problem" in parseRule(tool));
  if (tools && wrong === undefined) return tools;
  throw new ConfigError(
    "usage",
    `${path}: allowed-tools ${wrong === undefined ? "is no list of tools" : `has ${JSON.stringify(wrong)}, which is no tool`}.`,
    {
      hint: "Write tools as in permission rules, for example: Read, Bash(git diff *).",
    },
  );
}

function trimmedText(value: JsonValue | undefined): string | undefined {
  if (Array.isArray(value)) return value.map(String).join(" ");
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function firstLine(template: string): string | undefined {
  return template
    .split("\n")
    .map((line) => line.replace(/^[#\s]+/, "").trim())
    .find((line) => line !== "");
}
