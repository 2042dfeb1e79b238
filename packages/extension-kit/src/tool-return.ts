// Values that tools return. Authors return what is convenient; the agent needs
// one form. An object that only looks like a failure or an output must stay
// data, so forms are matched exactly.

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
 * Value that a tool may return.
 *
 * - Text: a string, or `{ text }`.
 * - Parts, with images and files: a list of them, or a `ToolOutput`.
 * - Any other JSON value: the model reads it as JSON, and it becomes
 *   `structured`. To word the text yourself, return `{ content, structured }`.
 * - A `ToolFailure`.
 *
 * An object counts as one of these forms only if it matches exactly:
 * `{ kind: "sunny" }` is a JSON value.
 *
 * @example
 * ```ts
 * const values: readonly ToolReturn[] = [
 *   "Sunny.",
 *   { celsius: 21 },
 *   { content: [{ type: "text", text: "21 °C" }], structured: { celsius: 21 } },
 *   { kind: "failed", message: "No station is near.", hint: "Try a larger city." },
 * ];
 * ```
 */
export type ToolReturn =
  | string
  | {
      /** Text for the model. */
      readonly text: string;
    }
  | readonly ToolContentPart[]
  | ToolOutput
  | ToolFailure
  | JsonValue;

/**
 * Converts a returned value. A value that is not JSON becomes a failure that
 * says where.
 *
 * @param name - name of the tool, for that failure.
 * @param returned - anything: authors of tools may use plain JavaScript.
 */
export function outcomeOf(name: string, returned: unknown): ToolOutcome {
  if (typeof returned === "string") return textOutput(returned);
  if (isParts(returned) && returned.length > 0) return { content: returned };
  if (isPlain(returned)) {
    if (isFailureForm(returned) || isOutputForm(returned)) return returned;
    if (Object.keys(returned).length === 1 && typeof returned["text"] === "string")
      return textOutput(returned["text"]);
  }
  // Also for `undefined`, functions and classes, which authors return by
  // mistake.
  const json = toJson(returned);
  if (!json.ok) return notJson(name, json.problem);
  return { ...textOutput(JSON.stringify(json.value)), structured: json.value };
}

/**
 * Checks a result against the tool's output schema. One that does not match
 * becomes a failure.
 *
 * @returns the outcome itself if it matches, is a failure, or if the tool has
 *   no output schema.
 */
export function matchingOutput(
  name: string,
  outcome: ToolOutcome,
  output: Pick<ToolInput, "check"> | undefined,
): ToolOutcome {
  if (!output || isFailure(outcome)) return outcome;
  // A result without a JSON value is checked as null.
  const checked = output.check(outcome.structured ?? null);
  if (checked.ok) return outcome;
  return {
    kind: "failed",
    message: `"${name}" ran, but its result does not match its output schema: ${checked.issues.join("; ")}.`,
    hint: sideEffects,
  };
}

/** Advice for a result that is lost: the tool has run. */
const sideEffects = "The result is lost, but its side effects are not: check them before you call it again.";

/** Builds a result of one text. */
function textOutput(text: string): ToolOutput {
  return { content: [{ type: "text", text }] };
}

/** Builds the failure for a value that is not JSON. */
function notJson(name: string, problem: string): ToolFailure {
  return {
    kind: "failed",
    message: `"${name}" ran, but returned a value that is not JSON: ${problem}.`,
    hint: sideEffects,
  };
}

/** Object whose fields are not known. */
type Fields = Readonly<Record<string, unknown>>;

/** Returns true for objects that are not lists. */
function isPlain(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns true for a list of parts. */
function isParts(value: unknown): value is readonly ToolContentPart[] {
  return Array.isArray(value) && value.every(isPart);
}

/** Returns true for a text, an image or a file. */
function isPart(value: unknown): boolean {
  if (!isPlain(value)) return false;
  if (value["type"] === "text") return typeof value["text"] === "string";
  const isBytes = value["type"] === "image" || value["type"] === "file";
  return isBytes && typeof value["mediaType"] === "string" && typeof value["data"] === "string";
}

/**
 * Fields of a `ToolOutput` that a tool may return. An object with any other
 * field is a JSON value, also one with `app`.
 */
const outputFields = new Set(["content", "structured", "artifacts", "reports"]);

/** Returns true for an object in the form of a `ToolOutput`. */
function isOutputForm(value: Fields): value is Fields & ToolOutput {
  return isParts(value["content"]) && Object.keys(value).every((field) => outputFields.has(field));
}

/** Type of a field. */
type Form = "text" | "number" | "flag" | "list";

/** Fields of each kind of failure. `?` marks optional ones. */
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

/** Returns true for an object in the form of a failure. */
function isFailureForm(value: Fields): value is Fields & ToolFailure {
  const { kind, ...fields } = value;
  if (typeof kind !== "string" || !Object.hasOwn(failureForms, kind)) return false;
  const form = failureForms[kind as ToolFailure["kind"]];
  const isForm = Object.entries(form).every(([field, wanted]) => fits(fields[field], wanted));
  return isForm && Object.keys(fields).every((field) => Object.hasOwn(form, field));
}

/** Returns true if a value has the type of its field. */
function fits(value: unknown, wanted: Form | `${Form}?`): boolean {
  if (value === undefined) return wanted.endsWith("?");
  if (wanted.startsWith("text")) return typeof value === "string";
  if (wanted.startsWith("number")) return typeof value === "number";
  if (wanted.startsWith("flag")) return typeof value === "boolean";
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
