import type { AssistantPart, JsonObject, JsonValue } from "../../../packages/protocol/src/index.ts";
import { isJsonObject } from "../../../packages/protocol/src/index.ts";
import {
  openaiChatServer,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";

/** A call as the suite wants it made. */
export interface GivenCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * A model that makes the given calls, or without any calls each tool it is offered once with values made from the tool's
 * schema, all in its first reply, and then ends.
 */
export function toolCallingModel(given: readonly GivenCall[] = []): Promise<ScriptedServer> {
  const wanted = given.map(({ name, arguments: input }, index): AssistantPart => {
    return { type: "tool-call", id: `call_${index}`, name, input };
  });
  return openaiChatServer((request, count) => {
    const offered = wanted.length > 0 ? wanted : callsOf(request.json());
    const calls = count === 0 ? offered : [];
    return { parts: calls.length > 0 ? calls : [{ type: "text", text: "Each tool was called." }] };
  });
}

function callsOf(request: unknown): readonly AssistantPart[] {
  const tools = isJsonObject(request) && Array.isArray(request["tools"]) ? request["tools"] : [];
  return (tools as readonly JsonValue[]).flatMap((tool, index): readonly AssistantPart[] => {
    const definition = isJsonObject(tool) ? tool["function"] : undefined;
    if (!isJsonObject(definition) || typeof definition["name"] !== "string") return [];
    const input = valueFor(definition["parameters"]);
    return [{ type: "tool-call", id: `call_${index}`, name: definition["name"], input }];
  });
}

/** The smallest useful value that a schema allows: its default, its first choice, or 2, true and "x". */
export function valueFor(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return "x";
  const { default: preset, enum: choices, const: only } = schema;
  if (preset !== undefined) return preset;
  if (only !== undefined) return only;
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as JsonValue;
  switch (schema["type"]) {
    case "object":
      return objectFor(schema);
    case "array":
      return [];
    case "integer":
    case "number":
      return 2;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "x";
  }
}

function objectFor({ properties }: JsonObject): JsonObject {
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(entries.map(([key, schema]) => [key, valueFor(schema)]));
}
