import {
  skipRedaction,
  mapStrings,
  type Redactor,
  type Tool,
  type ToolContext,
  type JsonValue,
} from "@skein/protocol";

/** Redacts the secrets in an entry, an event or a request. */
export type Redact = <Value>(value: Value) => Value;

export function redactWith(redactor: Redactor | undefined): Redact {
  if (!redactor) return (value) => value;
  const redact = (text: string) => redactor.redact(text);
  return (value) => mapStrings(value, redact, skipRedaction);
}

/** `ToolContext.restoreSecrets` for calls of a tool. */
export function secretRestorer(
  redactor: Redactor | undefined,
  { effect }: Pick<Tool, "effect">,
): Pick<ToolContext, "restoreSecrets"> {
  if (!redactor || effect === "unknown") return {};
  return {
    restoreSecrets(text, content) {
      // The redactor learns tokens that it recognizes by their format from the text that holds them.
      redactor.redact(content);
      return redactor.restore(text);
    },
  };
}

/**
 * Restores redacted secrets in a call's input. Only for tools whose effect is known: a tool with unknown
 * effect gets the placeholders, so that a prompt cannot make it send secrets elsewhere.
 */
export function restoreInput(
  redactor: Redactor | undefined,
  { effect }: Pick<Tool, "effect">,
  input: JsonValue,
): JsonValue {
  if (!redactor || effect === "unknown") return input;
  return mapStrings(input, (text) => redactor.restore(text));
}
