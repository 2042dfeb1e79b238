import { mapStrings, type Redactor } from "@skein/protocol";

export interface JsonOptions {
  /** Fields that stay as they are with all that is in them, at any depth: signed or opaque data. */
  readonly except?: readonly string[];
}

/** Hides the secrets in all strings of a JSON value, keys too. What holds none is the same object as before. */
export function redactJson<Value>(
  value: Value,
  redactor: Pick<Redactor, "redact">,
  { except = [] }: JsonOptions = {},
): Value {
  return mapStrings(
    value,
    (text) => redactor.redact(text),
    (field) => except.includes(field),
  );
}

/** Turns the placeholders in all strings of a JSON value back. */
export function restoreJson<Value>(
  value: Value,
  redactor: Pick<Redactor, "restore">,
  { except = [] }: JsonOptions = {},
): Value {
  return mapStrings(
    value,
    (text) => redactor.restore(text),
    (field) => except.includes(field),
  );
}
