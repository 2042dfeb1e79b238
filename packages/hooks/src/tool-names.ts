import { isJsonObject, type GateRequest, type JsonValue } from "@skein/protocol";

/** A tool as hooks that were written for Claude Code know it. */
interface KnownTool {
  readonly name: string;
  /** Their name of each field, by ours. Fields that are not here have the same name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** By extension and tool. */
const knownTools: Readonly<Record<string, KnownTool>> = {
  "developer/shell": { name: "Bash", fields: { timeout_ms: "timeout" } },
  "developer/read": { name: "Read", fields: { path: "file_path", from: "offset", lines: "limit" } },
  "developer/write": { name: "Write", fields: { path: "file_path" } },
  "developer/edit": {
    name: "Edit",
    fields: { path: "file_path", old_text: "old_string", new_text: "new_string" },
  },
  "developer/search": { name: "Grep", fields: { ignore_case: "-i" } },
  "todo/todo": { name: "TodoWrite", fields: {} },
  "subagents/subagent": { name: "Task", fields: { instructions: "prompt" } },
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
      names: [known.name, tool],
      input: renamed(input, known.fields),
      ownInput: (theirs) => renamed(theirs, inverse(known.fields)),
      theirInput: (own) => renamed(own, known.fields),
    };
  }
  const bare = tool.startsWith(`${extension}__`) ? tool.slice(extension.length + 2) : tool;
  const name = `mcp__${extension}__${bare}`;
  return { name, names: [name, tool], input, ownInput: unchanged, theirInput: unchanged };
}

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
