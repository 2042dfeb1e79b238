import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { changedCopy } from "@skein/provider-kit";
import type { ProviderDefinition } from "../definition.ts";
import { markedBody } from "./cache-control.ts";
import type { Marks } from "./fit.ts";

/** Fields that engines write thoughts into. */
const thoughtFields = ["reasoning_content", "reasoning"];

export interface BodyForm {
  /** Added to bodies, besides what the definition adds. */
  readonly extra: JsonObject;
  readonly marks: Marks;
}

/** A request's body with the definition's quirks. What a definition adds does not win over what is there. */
export function shapedBody(
  body: JsonObject,
  { quirks, streams }: ProviderDefinition,
  { extra, marks }: BodyForm,
): JsonObject {
  const { omit, rename, thoughtsField } = quirks;
  const dropped = streams ? omit : [...omit, "stream_options"];
  const entries = Object.entries(body)
    .filter(([field]) => !dropped.includes(field))
    .map(([field, value]): [string, JsonValue] => [
      Object.hasOwn(rename, field) ? rename[field]! : field,
      fieldOf(field, value, { thoughtsField, isLax: omit.includes("strict") }),
    ]);
  const shaped = {
    ...quirks.body,
    ...Object.fromEntries(entries),
    ...(streams ? {} : { stream: false }),
    ...extra,
  };
  if (marks === "as-engine") return shaped;
  return marks === "off" ? unmarked(shaped) : markedBody(shaped, marks);
}

/** Items of conversations stay the same objects, so that their bytes are kept. */
function changed(item: JsonValue, change: string, make: (item: JsonObject) => JsonObject): JsonValue {
  return isJsonObject(item) ? changedCopy(item, change, make) : item;
}

/** For servers of the wire `anthropic` that do not know marks. */
function unmarked<Value extends JsonValue>(value: Value): Value {
  if (Array.isArray(value))
    return value.map((item: JsonValue) => changed(item, "unmarked", unmarked)) as unknown as Value;
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== "cache_control");
  return Object.fromEntries(fields.map(([name, inner]) => [name, unmarked(inner)])) as Value;
}

interface FieldQuirks {
  readonly thoughtsField: string | undefined;
  /** Tools without `strict`. */
  readonly isLax: boolean;
}

function fieldOf(field: string, value: JsonValue, { thoughtsField, isLax }: FieldQuirks): JsonValue {
  if (!Array.isArray(value)) return value;
  const items = value as readonly JsonValue[];
  if (field === "tools" && isLax) return items.map(laxTool);
  if (field === "messages" && thoughtsField !== undefined)
    return items.map((message) =>
      changed(message, `thoughts ${thoughtsField}`, (own) => withThoughts(own, thoughtsField)),
    );
  return value;
}

function laxTool(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool)) return tool;
  const { strict: _, ...rest } = tool;
  return isJsonObject(rest["function"]) ? { ...rest, function: laxTool(rest["function"]) } : rest;
}

function withThoughts(message: JsonObject, field: string): JsonObject {
  const entries = Object.entries(message).map(([name, value]): [string, JsonValue] => [
    thoughtFields.includes(name) ? field : name,
    value,
  ]);
  return Object.fromEntries(entries);
}
