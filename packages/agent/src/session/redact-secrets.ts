import { skipRedaction, mapStrings, type Redactor, type Tool, type JsonValue } from "@skein/protocol";

/** Takes the secrets out of an entry, an event or what a model is told. */
export type Redact = <Value>(value: Value) => Value;

export function redactWith(redactor: Redactor | undefined): Redact {
  if (!redactor) return (value) => value;
  const hide = (text: string) => redactor.redact(text);
  return (value) => mapStrings(value, hide, skipRedaction);
}

/**
 * What a call's input really says. Only for tools whose effect is known: one of a stranger gets the placeholders, so
 * that nobody can have secrets of this machine sent there.
 */
export function restoreInput(
  redactor: Redactor | undefined,
  { effect }: Pick<Tool, "effect">,
  input: JsonValue,
): JsonValue {
  if (!redactor || effect === "unknown") return input;
  return mapStrings(input, (text) => redactor.restore(text));
}
