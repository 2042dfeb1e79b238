import { mapStrings, type Redactor } from "@skein/protocol";

export interface JsonOptions {
  /** Fields that stay as they are with all that is in them, at any depth: signed or opaque data. */
  readonly except?: readonly string[];
}

/** Hides the secrets in all strings of a JSON value, keys too. What holds none is the same object as before. */
export function hideJson<Value>(
  value: Value,
  redactor: Pick<Redactor, "hide">,
  { except = [] }: JsonOptions = {},
): Value {
  return mapStrings(
    value,
    (text) => redactor.hide(text),
    (field) => except.includes(field),
  );
}

/** Turns the placeholders in all strings of a JSON value back. */
export function revealJson<Value>(
  value: Value,
  redactor: Pick<Redactor, "reveal">,
  { except = [] }: JsonOptions = {},
): Value {
  return mapStrings(
    value,
    (text) => redactor.reveal(text),
    (field) => except.includes(field),
  );
}
