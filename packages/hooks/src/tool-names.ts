import {
  extensionOfTool,
  foreignNames,
  isJsonObject,
  type GateRequest,
  type JsonValue,
  type SharedTool,
} from "@skein/protocol";

/** What hooks that were written for Claude Code know of a tool, besides its name. */
interface KnownTool {
  /** Their name of each field, by ours. Fields that are not here have the same name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Another name that hooks know it by. */
  readonly alias?: string;
  /** A line of results that count as failures there, and are none here. */
  readonly failed?: RegExp;
}

const knownTools: Partial<Readonly<Record<SharedTool, KnownTool>>> = {
  shell: {
    fields: { timeout_ms: "timeout" },
    failed: /^\[(?:exit code \d+|The command was killed; its exit code is not known\.)\]$/m,
  },
  read: { fields: { path: "file_path", from: "offset", lines: "limit" } },
  write: { fields: { path: "file_path" } },
  edit: { fields: { path: "file_path", old_text: "old_string", new_text: "new_string" } },
  tree: { fields: {} },
  search: { fields: { ignore_case: "-i" } },
  todo: { fields: {} },
  subagent: { fields: { instructions: "prompt" } },
  fetch: { fields: {}, alias: "mcp__web__fetch" },
  web_search: { fields: {}, alias: "mcp__web__web_search" },
};

function isKnown(tool: string): tool is SharedTool {
  return Object.hasOwn(knownTools, tool);
}

function knownTool({ tool, extension }: Pick<GateRequest, "tool" | "extension">): KnownTool | undefined {
  return isKnown(tool) && extensionOfTool(tool) === extension ? knownTools[tool] : undefined;
}

/** All that a matcher may say of a tool that hooks know, today's name in Claude Code first. */
function namesOf(tool: SharedTool): readonly string[] {
  const { alias } = knownTools[tool] ?? {};
  return [...foreignNames("claude", tool), tool, ...(alias === undefined ? [] : [alias])];
}

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
  const known = knownTool({ tool, extension });
  if (known) {
    const names = namesOf(tool as SharedTool);
    return {
      name: names[0] ?? tool,
      names,
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
  for (const tool of Object.keys(knownTools).filter(isKnown)) {
    const extension = extensionOfTool(tool);
    if ([...namesOf(tool), `${extension}__${tool}`].includes(name)) return { extension, tool };
  }
  const [, extension = name, tool = name] = /^(?:mcp__)?(.+?)__(.+)$/.exec(name) ?? [];
  return { extension, tool };
}

/** Whether hooks are told of a result as of a failure: a command that ends with another code than 0 is one for them. */
export function isFailedResult(call: Pick<GateRequest, "tool" | "extension">, result: string): boolean {
  return knownTool(call)?.failed?.test(result.slice(-resultEnd)) ?? false;
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
