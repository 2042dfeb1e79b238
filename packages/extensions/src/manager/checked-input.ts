import {
  isJsonObject,
  type Checked,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "@skein/protocol";

/** A string of an input. `values`: all that it may be. */
export interface TextField {
  readonly description: string;
  readonly isOptional?: true;
  readonly values?: readonly string[];
}

/** The schema of an input of strings. */
export function textSchema(fields: Readonly<Record<string, TextField>>): JsonSchema {
  const properties = Object.entries(fields).map(([name, { description, values }]) => [
    name,
    { type: "string", description, ...(values ? { enum: values } : {}) },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties) as JsonObject,
    required: Object.entries(fields).flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
    additionalProperties: false,
  };
}

/** @param others - fields that are checked elsewhere. */
export function checkTexts(
  input: JsonValue,
  fields: Readonly<Record<string, TextField>>,
  others: readonly string[] = [],
): Checked {
  if (!isJsonObject(input)) return { ok: false, issues: ["expected an object"] };
  const issues = [
    ...Object.entries(fields).flatMap(([name, field]) => textIssue(name, field, input[name])),
    ...Object.keys(input)
      .filter((name) => !Object.hasOwn(fields, name) && !others.includes(name))
      .map((name) => `${name}: there is no such field`),
  ];
  return issues.length === 0 ? { ok: true, value: input } : { ok: false, issues };
}

function textIssue(name: string, { isOptional, values }: TextField, value: JsonValue | undefined): string[] {
  if (value === undefined) return isOptional ? [] : [`${name}: missing`];
  if (typeof value !== "string") return [`${name}: expected a string`];
  return values && !values.includes(value) ? [`${name}: expected one of ${values.join(", ")}`] : [];
}
