import { mapStrings, type Redactor } from "@skein/protocol";

export interface JsonOptions {
  /** Fields that stay unchanged with everything in them, at any depth: signed or opaque data. */
  readonly except?: readonly string[];
}

/** Redacts all strings of a JSON value, keys included. What contains no secret is returned as the same object. */
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

/** Restores the placeholders in all strings of a JSON value. */
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
