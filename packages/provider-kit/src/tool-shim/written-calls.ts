import { isBroken, isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, JsonValue, ToolCallPart } from "@skein/protocol";
import { jsonIn, stringIn } from "../json-fields.ts";
import { finishCall } from "../reply/finish-call.ts";
import { closeTag, openTag } from "./call-reader.ts";

/** Names that models use for the arguments. */
const inputNames = ["input", "arguments", "parameters"];

/**
 * Parses the calls of a block. Invalid JSON becomes a call that is not run,
 * never a repaired one. In an unfinished block only a complete object or array
 * counts.
 *
 * @param newId - creates an id for each call.
 */
export function callsIn(body: string, closed: boolean, newId: () => string): readonly ToolCallPart[] {
  const raw = body.trim();
  const read = finishCall({ id: newId(), name: nameIn(raw), raw, complete: closed });
  if (isBroken(read)) return [read];
  const { input: value, ...head } = read;
  if (isJsonObject(value)) return [callOf(value, head.id)];
  const several = objectsIn(value);
  const isList = Array.isArray(value) && several.length > 0 && several.length === value.length;
  if (!isList) return [{ ...head, raw, problem: "not-json" }];
  return several.map((one, at) => callOf(one, at === 0 ? head.id : newId()));
}

/**
 * Reads one call. A missing name stays empty; the model then gets the list of
 * tools. Fields without a wrapper are the arguments.
 */
function callOf(said: JsonObject, id: string): ToolCallPart {
  const { name, ...rest } = said;
  const under = inputNames.find((word) => Object.hasOwn(said, word));
  const input = under === undefined ? rest : unwrapped(said[under]!);
  return { type: "tool-call", id, name: stringIn(name), input };
}

/**
 * Parses arguments given as a JSON string, as in some protocols. Other strings
 * stay strings and fail validation.
 */
function unwrapped(input: JsonValue): JsonValue {
  const inner = typeof input === "string" ? jsonIn(input) : undefined;
  return isJsonObject(inner) ? inner : input;
}

/**
 * Finds the name of a call that does not parse, for the error that the model
 * reads.
 */
function nameIn(raw: string): string {
  return /"name"\s*:\s*"([^"\\\n]{1,200})"/.exec(raw)?.[1] ?? "tool_call";
}

/** Writes a call as a model writes it, for the conversation history. */
export function writtenCall(call: ToolCallPart): string {
  const body = isBroken(call) ? call.raw : JSON.stringify({ name: call.name, input: call.input });
  return `${openTag}\n${body}\n${closeTag}`.toWellFormed();
}
