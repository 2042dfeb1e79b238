import { isBroken, isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ToolCallPart } from "@skein/protocol";
import { jsonIn, objectsIn, stringIn } from "../json-fields.ts";
import { finishCall } from "../reply/finish-call.ts";
import { closeTag, openTag } from "./call-reader.ts";

/** Words for the arguments that models know from elsewhere. */
const inputNames = ["input", "arguments", "parameters"];

/**
 * The calls of a block. What does not parse is a call that cannot be run: it is never repaired. Of a block that did not
 * end only a whole object or array counts.
 *
 * @param newId - gives each call its own.
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

/** A call without a name has none: the model is told the names that there are. */
function callOf(said: JsonObject, id: string): ToolCallPart {
  const { name, ...rest } = said;
  const under = inputNames.find((word) => Object.hasOwn(said, word));
  const input = under === undefined ? rest : unwrapped(said[under]!);
  return { type: "tool-call", id, name: stringIn(name), input };
}

/** Arguments as a text of JSON, as some wires have them. Any other text stays one, and fits no schema. */
function unwrapped(input: JsonValue): JsonValue {
  const inner = typeof input === "string" ? jsonIn(input) : undefined;
  return isJsonObject(inner) ? inner : input;
}

/** Of a call that does not parse, for the sentence that the model gets to read. */
function nameIn(raw: string): string {
  return /"name"\s*:\s*"([^"\\\n]{1,200})"/.exec(raw)?.[1] ?? "tool_call";
}

/** A call as a model writes it. */
export function writtenCall(call: ToolCallPart): string {
  const body = isBroken(call) ? call.raw : JSON.stringify({ name: call.name, input: call.input });
  return `${openTag}\n${body}\n${closeTag}`.toWellFormed();
}
