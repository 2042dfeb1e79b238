import { isJsonObject, type JsonObject } from "@skein/protocol";
import { editedInput } from "./edited-input.ts";

/** The object that a person fills in: every field, with its default. */
export function elicitationForm(schema: JsonObject): string {
  const { properties } = schema;
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const form = fields.map(([name, field]) => {
    return [name, isJsonObject(field) ? (field["default"] ?? "") : ""] as const;
  });
  return JSON.stringify(Object.fromEntries(form), undefined, 2);
}

/** `undefined` when the text is no JSON object. */
export function replyIn(text: string): JsonObject | undefined {
  const edited = editedInput(null, text);
  if (!("input" in edited)) return undefined;
  return isJsonObject(edited.input) ? edited.input : undefined;
}
