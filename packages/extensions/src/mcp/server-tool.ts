import {
  describeIssues,
  isJsonObject,
  type Checked,
  type JsonValue,
  type StandardSchema,
  type Tool,
} from "@skein/protocol";
import type { ListedTool } from "./listed-tool.ts";

/** At most this many issues, so that one bad input cannot fill the context window. */
const maxIssues = 20;

type Compile = (schema: ListedTool["inputSchema"]) => StandardSchema<JsonValue>;

export interface ServerToolParts extends Pick<Tool, "call" | "timeoutMs"> {
  /** Since 2026-07-28 a server may make a task of any call. */
  readonly recover: NonNullable<Tool["recover"]>;
  readonly listed: ListedTool;
  /** Skein's name for it. */
  readonly name: string;
  /** `undefined` while its library is not loaded: then the call itself validates the input. */
  readonly compile: () => Compile | undefined;
}

/**
 * A server's tool. It may do anything, whatever the server declares: `unknown` is the strictest effect, so a tool
 * that declares itself destructive gets no other, and one that declares itself harmless is not trusted.
 */
export function serverTool(parts: ServerToolParts): Tool {
  const { listed, name, compile, call, recover, timeoutMs } = parts;
  let schema: StandardSchema<JsonValue> | "broken" | undefined;
  return {
    name,
    description: listed.description,
    inputSchema: listed.inputSchema,
    effect: "unknown",
    ...(listed.claims === undefined ? {} : { claims: listed.claims }),
    repeat: "once",
    canBeLeftOut: true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    check(input) {
      if (!isJsonObject(input)) return { ok: false, issues: ["expected an object"] };
      const made = compile();
      if (made) schema ??= compiled(made, listed);
      // What cannot be validated here the server validates itself.
      return schema === undefined || schema === "broken"
        ? { ok: true, value: input }
        : checked(schema, input);
    },
    call,
    recover,
  };
}

function compiled(compile: Compile, { inputSchema }: ListedTool) {
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
