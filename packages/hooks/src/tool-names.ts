import { isJsonObject, type GateRequest, type JsonValue } from "@skein/protocol";

/** A tool as hooks that were written for Claude Code know it. */
interface KnownTool {
  readonly name: string;
  /** Other names that it had or has. */
  readonly aliases?: readonly string[];
  /** Their name of each field, by ours. Fields that are not here have the same name. */
  readonly fields: Readonly<Record<string, string>>;
  /** A line of results that count as failures there, and are none here. */
  readonly failed?: RegExp;
}

/** By extension and tool. */
const knownTools: Readonly<Record<string, KnownTool>> = {
  "developer/shell": {
    name: "Bash",
    fields: { timeout_ms: "timeout" },
    failed: /^\[(?:exit code \d+|The command was killed; its exit code is not known\.)\]$/m,
  },
  "developer/read": { name: "Read", fields: { path: "file_path", from: "offset", lines: "limit" } },
  "developer/write": { name: "Write", fields: { path: "file_path" } },
  "developer/edit": {
    name: "Edit",
    fields: { path: "file_path", old_text: "old_string", new_text: "new_string" },
  },
  "developer/tree": { name: "LS", aliases: ["Glob"], fields: {} },
  "developer/search": { name: "Grep", fields: { ignore_case: "-i" } },
  "todo/todo": { name: "TodoWrite", fields: {} },
  "subagents/subagent": { name: "Task", aliases: ["Agent"], fields: { instructions: "prompt" } },
};

export interface HookTool {
  /** What the hook is told. */
  readonly name: string;
  /** All that a matcher may say. */
  readonly names: readonly string[];
  readonly input: JsonValue;
  /** An input that a hook has written, with our names of its fields. */
  ownInput(input: JsonValue): JsonValue;
  /** The other way round. */
  theirInput(input: JsonValue): JsonValue;
}

/**
 * How hooks see a call: built-in tools by the names of Claude Code, tools of MCP servers as `mcp__server__tool`, all others
 * by their own. A matcher may use our own names, too.
 */
export function hookTool({
  tool,
  extension,
  input,
}: Pick<GateRequest, "tool" | "extension" | "input">): HookTool {
  const known = knownTools[`${extension}/${tool}`];
  if (known) {
    return {
      name: known.name,
      names: [known.name, ...(known.aliases ?? []), tool],
      input: renamed(input, known.fields),
      ownInput: (theirs) => renamed(theirs, inverse(known.fields)),
      theirInput: (own) => renamed(own, known.fields),
    };
  }
  const bare = tool.startsWith(`${extension}__`) ? tool.slice(extension.length + 2) : tool;
  const name = `mcp__${extension}__${bare}`;
  return { name, names: [name, tool], input, ownInput: unchanged, theirInput: unchanged };
}

/** The tool that hooks know by this name, or that we call so. */
export function toolNamed(name: string): Pick<GateRequest, "tool" | "extension"> {
  for (const [place, known] of Object.entries(knownTools)) {
    const [extension = "", tool = ""] = place.split("/");
    if ([known.name, ...(known.aliases ?? []), tool, `${extension}__${tool}`].includes(name))
      return { extension, tool };
  }
  const [, extension = name, tool = name] = /^(?:mcp__)?(.+?)__(.+)$/.exec(name) ?? [];
  return { extension, tool };
}

/** Whether hooks are told of a result as of a failure: a command that ends with another code than 0 is one for them. */
export function isFailedResult(
  { tool, extension }: Pick<GateRequest, "tool" | "extension">,
  result: string,
): boolean {
  return knownTools[`${extension}/${tool}`]?.failed?.test(result.slice(-resultEnd)) ?? false;
}

/** Characters in which such a line is looked for. */
const resultEnd = 1000;

const unchanged = (input: JsonValue): JsonValue => input;

function renamed(input: JsonValue, fields: Readonly<Record<string, string>>): JsonValue {
  if (!isJsonObject(input)) return input;
  const entries = Object.entries(input).map(([name, value]): [string, JsonValue] => [
    Object.hasOwn(fields, name) ? fields[name]! : name,
    value,
  ]);
  return Object.fromEntries(entries);
}

function inverse(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([own, theirs]) => [theirs, own]));
}
