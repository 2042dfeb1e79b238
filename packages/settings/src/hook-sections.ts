import { address, anyText, someText, variableName } from "./section-values.ts";
import { listOf, mapOf, mapWith, ofType, type Structure } from "./structure.ts";
import { oneOf, type ValueType } from "./values.ts";

const example = `Write it like this; the events are those of Claude Code:
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - { type: command, command: ./check.sh, timeout: 10 }`;

const seconds: ValueType<number> = {
  parse: (raw) =>
    typeof raw === "number" && raw > 0 && raw <= 3600
      ? { value: raw }
      : { fix: "Give seconds, at most 3600." },
  schema: { type: "number", exclusiveMinimum: 0, maximum: 3600 },
};

const hook = mapWith(
  {
    type: ofType(oneOf(["command", "http"])),
    command: ofType(someText, { description: "For the shell; it reads the event as JSON" }),
    url: ofType(address, { description: "Gets the event with POST" }),
    headers: mapOf(ofType(anyText), { example, description: "${NAME} is one of allowedEnvVars" }),
    timeout: ofType(seconds, { description: "Seconds; default 600" }),
    allowedEnvVars: listOf(ofType(variableName), { example, description: "Variables that it gets besides" }),
    onFailure: ofType(oneOf(["deny", "continue"]), {
      description: "What a failure of the hook means; default: deny where something can be denied",
    }),
    statusMessage: ofType(anyText),
    description: ofType(anyText),
  },
  { example, required: ["type"], oneOf: ["command", "url"] },
);

const group = mapWith(
  {
    matcher: ofType(anyText, { description: "Names of tools separated by |, or a regular expression" }),
    hooks: listOf(hook, { example }),
  },
  { example, required: ["hooks"] },
);

/** The form of the section. Which events there are, and what a matcher means, knows who runs the hooks. */
export const hooksSection: Structure = mapOf(listOf(group, { example }), {
  example,
  description: "Commands and HTTP calls at fixed points of a session, by event, as in Claude Code",
});

export const hookFilesSection: Structure = listOf(ofType(someText), {
  example: "Write it like this:\nhookFiles: [~/.claude/settings.json]",
  description: "Files of Claude Code whose hooks count here, too: settings.json, or hooks.json of a plugin",
});
