import {
  describeIssues,
  isJsonObject,
  type Checked,
  type JsonValue,
  type StandardSchema,
  type Tool,
} from "@skein/protocol";
import type { ListedTool } from "./listed-tool.ts";

/** Said at most, so that one bad input cannot fill the context. */
const maxIssues = 20;

export interface ServerToolParts extends Pick<Tool, "call" | "timeoutMs"> {
  readonly listed: ListedTool;
  /** Ours. */
  readonly name: string;
  readonly compile: (schema: ListedTool["inputSchema"]) => StandardSchema<JsonValue>;
}

/**
 * A server's tool. It may do anything, whatever the server says of it: `unknown` is the strictest effect there is, so a
 * tool that calls itself destructive gets no other, and one that calls itself harmless is not believed.
 */
export function serverTool(parts: ServerToolParts): Tool {
  const { listed, name, compile, call, timeoutMs } = parts;
  let schema: StandardSchema<JsonValue> | "broken" | undefined;
  return {
    name,
    description: listed.description,
    inputSchema: listed.inputSchema,
    effect: "unknown",
    repeat: "once",
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    check(input) {
      if (!isJsonObject(input)) return { ok: false, issues: ["expected an object"] };
      schema ??= compiled(compile, listed);
      // What cannot be checked here the server judges for itself.
      return schema === "broken" ? { ok: true, value: input } : checked(schema, input);
    },
    call,
  };
}

function compiled(compile: ServerToolParts["compile"], { inputSchema }: ListedTool) {
  try {
    return compile(inputSchema);
  } catch {
    return "broken";
  }
}

function checked(schema: StandardSchema<JsonValue>, input: JsonValue): Checked {
  const result = schema["~standard"].validate(input);
  if (result instanceof Promise || !result.issues) return { ok: true, value: input };
  const lines = describeIssues(result.issues);
  const more = lines.length - maxIssues;
  return { ok: false, issues: more > 0 ? [...lines.slice(0, maxIssues), `… and ${more} more`] : lines };
}
