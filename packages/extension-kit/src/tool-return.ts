import {
  isFailure,
  toJson,
  type JsonValue,
  type ToolContentPart,
  type ToolFailure,
  type ToolOutcome,
  type ToolOutput,
} from "@skein/protocol";
import type { ToolInput } from "./tool-input.ts";

/**
 * What a tool may return.
 *
 * - Text: a string, or `{ text }`.
 * - Parts, with images and files: a list of them, or a `ToolOutput`.
 * - Any other JSON value: the model reads it as JSON, and it is kept as `structured`. To word the text yourself
 *   return `{ content, structured }`.
 * - A `ToolFailure`.
 *
 * An object counts as one of these forms only when it matches exactly: `{ kind: "sunny" }` is a JSON value.
 */
export type ToolReturn =
  | string
  | { readonly text: string }
  | readonly ToolContentPart[]
  | ToolOutput
  | ToolFailure
  | JsonValue;

/** @param name - the tool's name. A value that is not JSON becomes a failure that says where. */
export function outcomeOf(name: string, returned: unknown): ToolOutcome {
  if (typeof returned === "string") return textOutput(returned);
  if (isParts(returned) && returned.length > 0) return { content: returned };
  if (isPlain(returned)) {
    if (isFailureForm(returned) || isOutputForm(returned)) return returned;
    if (Object.keys(returned).length === 1 && typeof returned["text"] === "string")
      return textOutput(returned["text"]);
  }
  const json = toJson(returned);
  if (!json.ok) return notJson(name, json.problem);
  return { ...textOutput(JSON.stringify(json.value)), structured: json.value };
}

/** @param output - the tool's output schema. A result that does not match it becomes a failure. */
export function matchingOutput(
  name: string,
  outcome: ToolOutcome,
  output: Pick<ToolInput, "check"> | undefined,
): ToolOutcome {
  if (!output || isFailure(outcome)) return outcome;
  const checked = output.check(outcome.structured ?? null);
  if (checked.ok) return outcome;
  return {
    kind: "failed",
    message: `"${name}" ran, but its result does not match its output schema: ${checked.issues.join("; ")}.`,
    hint: sideEffects,
  };
}

const sideEffects = "The result is lost, but its side effects are not: check them before you call it again.";

function textOutput(text: string): ToolOutput {
  return { content: [{ type: "text", text }] };
}

function notJson(name: string, problem: string): ToolFailure {
  return {
    kind: "failed",
    message: `"${name}" ran, but returned a value that is not JSON: ${problem}.`,
    hint: sideEffects,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isPlain(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isParts(value: unknown): value is readonly ToolContentPart[] {
  return Array.isArray(value) && value.every(isPart);
}

function isPart(value: unknown): boolean {
  if (!isPlain(value)) return false;
  if (value["type"] === "text") return typeof value["text"] === "string";
  const isBytes = value["type"] === "image" || value["type"] === "file";
  return isBytes && typeof value["mediaType"] === "string" && typeof value["data"] === "string";
}

const outputFields = new Set(["content", "structured", "artifacts", "reports"]);

function isOutputForm(value: Fields): value is Fields & ToolOutput {
  return isParts(value["content"]) && Object.keys(value).every((field) => outputFields.has(field));
}

type Form = "text" | "number" | "flag" | "list";

/** The fields of each kind of failure; `?` marks optional ones. */
const failureForms: Readonly<Record<ToolFailure["kind"], Readonly<Record<string, Form | `${Form}?`>>>> = {
  "unknown-tool": { available: "list" },
  "malformed-input": { problem: "text", raw: "text" },
  "invalid-input": { issues: "list" },
  "incomplete-reply": { stop: "text" },
  denied: { by: "text", reason: "text" },
  "timed-out": { afterMs: "number", partial: "text" },
  interrupted: { started: "flag", partial: "text" },
  "unknown-outcome": { partial: "text" },
  failed: { message: "text", hint: "text?" },
};

function isFailureForm(value: Fields): value is Fields & ToolFailure {
  const { kind, ...fields } = value;
  if (typeof kind !== "string" || !Object.hasOwn(failureForms, kind)) return false;
  const form = failureForms[kind as ToolFailure["kind"]];
  const isForm = Object.entries(form).every(([field, wanted]) => fits(fields[field], wanted));
  return isForm && Object.keys(fields).every((field) => Object.hasOwn(form, field));
}

function fits(value: unknown, wanted: Form | `${Form}?`): boolean {
  if (value === undefined) return wanted.endsWith("?");
  if (wanted.startsWith("text")) return typeof value === "string";
  if (wanted.startsWith("number")) return typeof value === "number";
  if (wanted.startsWith("flag")) return typeof value === "boolean";
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
