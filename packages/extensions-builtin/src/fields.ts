import {
  jsonTypeOf,
  type JsonObject,
  type JsonValue,
  type StandardIssue,
  type StandardSchema,
} from "@skein/protocol";
import { isJsonObject } from "@skein/protocol";

// Input schemas of the built-in tools: the JSON Schema is data, validation is small, and nothing is loaded for
// either.

export interface Field<Value> {
  readonly required: boolean;
  readonly schema: JsonObject;
  /** The problem of the value, if any. */
  readonly problem: (value: JsonValue) => string | undefined;
  /** Never set; carries the type. */
  readonly type?: Value;
}

type ValuesOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

export function text(description?: string): Field<string> {
  return field("string", description, (value) => typeof value === "string");
}

export function flag(description?: string): Field<boolean> {
  return field("boolean", description, (value) => typeof value === "boolean");
}

export function integer(
  range: { readonly minimum?: number; readonly maximum: number },
  description?: string,
): Field<number> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum } = range;
  const plain = field<number>("integer", description, (value) => Number.isInteger(value));
  return {
    ...plain,
    schema: { ...plain.schema, ...range },
    problem: (value) =>
      plain.problem(value) ??
      (Number(value) < minimum || Number(value) > maximum
        ? `expected ${minimum} to ${maximum}, received ${Number(value)}`
        : undefined),
  };
}

export function number(
  range: { readonly minimum: number; readonly maximum?: number },
  description?: string,
): Field<number> {
  const { minimum, maximum = Infinity } = range;
  const plain = field<number>("number", description, (value) => typeof value === "number");
  const most = maximum === Infinity ? "or more" : `to ${maximum}`;
  return {
    ...plain,
    schema: { ...plain.schema, ...range },
    problem: (value) =>
      plain.problem(value) ??
      (Number(value) >= minimum && Number(value) <= maximum
        ? undefined
        : `expected ${minimum} ${most}, received ${Number(value)}`),
  };
}

export function oneOf<Word extends string>(words: readonly Word[], description?: string): Field<Word> {
  const plain = field<Word>("string", description, (value) => typeof value === "string");
  return {
    ...plain,
    schema: { ...plain.schema, enum: [...words] },
    problem: (value) =>
      words.some((word) => word === value) ? undefined : `expected one of ${words.join(", ")}`,
  };
}

/** A map of strings. */
export function texts(description?: string): Field<Readonly<Record<string, string>>> {
  const plain = field<Readonly<Record<string, string>>>("object", description, isJsonObject);
  return {
    ...plain,
    schema: { ...plain.schema, additionalProperties: { type: "string" } },
    problem: (value) =>
      plain.problem(value) ??
      (isJsonObject(value) && Object.values(value).some((each) => typeof each !== "string")
        ? "expected texts alone"
        : undefined),
  };
}

/** A list of objects with these fields. */
export function objects<Fields extends Readonly<Record<string, Field<unknown>>>>(
  all: Fields,
  description?: string,
): Field<readonly ValuesOf<Fields>[]> {
  const plain = field<readonly ValuesOf<Fields>[]>("array", description, Array.isArray);
  return {
    ...plain,
    schema: { ...plain.schema, items: schemaOf(all) },
    problem(value) {
      if (!Array.isArray(value)) return plain.problem(value);
      const issues = value.flatMap((each: JsonValue, index) =>
        issuesOf(all, each).map(
          ({ path = [], message }) => `${[index, ...path.map(String)].join("/")}: ${message}`,
        ),
      );
      return issues.length > 0 ? issues.join("; ") : undefined;
    },
  };
}

/** Optional. `null` counts as omitted: some models fill in every field. */
export function optional<Value>(inner: Field<Value>): Field<Value | undefined> {
  return { required: false, schema: inner.schema, problem: inner.problem };
}

/** @param together - problems of the fields in combination, when each is valid by itself. */
export function fields<Fields extends Readonly<Record<string, Field<unknown>>>>(
  all: Fields,
  together: (values: ValuesOf<Fields>) => readonly StandardIssue[] = () => [],
): StandardSchema<ValuesOf<Fields>> {
  const schema = schemaOf(all);
  return {
    "~standard": {
      version: 1,
      vendor: "skein",
      validate(value) {
        const issues = issuesOf(all, value as JsonValue);
        if (issues.length > 0) return { issues };
        const given = Object.entries(value as JsonObject).filter(([, each]) => each !== null);
        const values = Object.fromEntries(given) as ValuesOf<Fields>;
        const issuesTogether = together(values);
        return issuesTogether.length > 0 ? { issues: issuesTogether } : { value: values };
      },
      jsonSchema: { input: () => schema },
    },
  };
}

function schemaOf(all: Readonly<Record<string, Field<unknown>>>): JsonObject {
  const names = Object.keys(all);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, all[name]?.schema ?? {}])),
    required: names.filter((name) => all[name]?.required),
    additionalProperties: false,
  };
}

function issuesOf(all: Readonly<Record<string, Field<unknown>>>, value: JsonValue): StandardIssue[] {
  if (!isJsonObject(value)) return [{ message: `expected object, received ${jsonTypeOf(value)}` }];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(all, name));
  const known = Object.entries(all).flatMap(([name, { required, problem }]) => {
    const given = value[name];
    if (given === undefined || (given === null && !required))
      return required ? [{ path: [name], message: "missing" }] : [];
    const message = problem(given);
    return message === undefined ? [] : [{ path: [name], message }];
  });
  const fieldNames = Object.keys(all).join(", ");
  return [
    ...known,
    ...unknown.map((name) => ({ path: [name], message: `unknown field; known fields: ${fieldNames}` })),
  ];
}

function field<Value>(
  type: string,
  description: string | undefined,
  fits: (value: JsonValue) => boolean,
): Field<Value> {
  return {
    required: true,
    schema: { type, ...(description === undefined ? {} : { description }) },
    problem: (value) => (fits(value) ? undefined : `expected ${type}, received ${jsonTypeOf(value)}`),
  };
}
