import { nearestWord } from "@skein/platform/words";
import { isJsonObject, type JsonSchema, type JsonValue } from "@skein/protocol";
import { shownValue } from "./shown-value.ts";
import type { ValueType } from "./values.ts";

/** Keys and indexes of a value in a config file, the outermost first. */
export type ValuePath = readonly (string | number)[];

/** The problem of a value, in a sentence, and what to write instead. */
export interface ValueProblem {
  readonly path: ValuePath;
  readonly message: string;
  readonly fix: string;
}

/** The structure of a value in a config file, at any depth: finds all problems, and describes itself as JSON Schema. */
export interface Structure {
  problems(value: JsonValue, path: ValuePath): readonly ValueProblem[];
  readonly schema: JsonSchema;
}

/** `extensions.github.args[0]`. */
function describePath(path: ValuePath): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}

export function ofType(shape: ValueType<unknown>, about: JsonSchema = {}): Structure {
  return {
    problems(value, path) {
      const parsed = shape.parse(value);
      return "fix" in parsed ? [wrong(value, path, parsed.fix)] : [];
    },
    schema: { ...shape.schema, ...about },
  };
}

/** `null` counts as not set. */
export function orNull(structure: Structure): Structure {
  const { description, ...rest } = structure.schema;
  return {
    problems: (value, path) => (value === null ? [] : structure.problems(value, path)),
    schema: { anyOf: [rest, { type: "null" }], ...(description === undefined ? {} : { description }) },
  };
}

export interface MapRules {
  /** Example for a value that is not a map: a few lines of YAML. */
  readonly example: string;
  readonly description?: string;
  readonly required?: readonly string[];
  /** Exactly one of two keys must be set. */
  readonly oneOf?: readonly [string, string];
}

/** A map with these keys and no others. */
export function mapWith(keys: Readonly<Record<string, Structure>>, rules: MapRules): Structure {
  const { example, description, required = [], oneOf } = rules;
  const names = Object.keys(keys);
  return {
    problems(value, path) {
      if (!isJsonObject(value)) return [wrong(value, path, example)];
      const missing = required.filter((name) => value[name] === undefined);
      const found = Object.entries<JsonValue>(value).flatMap(([name, inner]) => {
        const known = Object.hasOwn(keys, name) ? keys[name] : undefined;
        return known ? known.problems(inner, [...path, name]) : [unknownKey(name, path, names)];
      });
      const count = oneOf?.filter((name) => value[name] !== undefined).length ?? 1;
      return [
        ...(missing.length === 0 ? [] : [lacks(path, missing.join(" and "), example)]),
        ...(count === 1 ? [] : [lacks(path, `either ${oneOf!.join(" or ")}`, example)]),
        ...found,
      ];
    },
    schema: {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, keys[name]!.schema])),
      ...(required.length === 0 ? {} : { required }),
      ...(oneOf ? { oneOf: oneOf.map((name) => ({ required: [name] })) } : {}),
      ...(description === undefined ? {} : { description }),
    },
  };
}

export interface NamedRules extends Pick<MapRules, "example" | "description"> {
  readonly namePattern?: RegExp;
  /** What names that are not the user's stand for, unless their value fits an entry. */
  readonly known?: Readonly<Record<string, Structure>>;
}

/** A map of names that the user chooses. */
export function mapOf(
  entry: Structure,
  { example, description, namePattern, known = {} }: NamedRules,
): Structure {
  return {
    problems(value, path) {
      if (!isJsonObject(value)) return [wrong(value, path, example)];
      return Object.entries<JsonValue>(value).flatMap(([name, inner]) => {
        const at = [...path, name];
        if (namePattern?.test(name) === false) return [badName(name, at, example)];
        const own = Object.hasOwn(known, name) && Array.isArray(inner) ? known[name] : undefined;
        return (own ?? entry).problems(inner, at);
      });
    },
    schema: {
      type: "object",
      ...(Object.keys(known).length === 0
        ? {}
        : {
            properties: Object.fromEntries(
              Object.entries(known).map(([name, { schema }]) => [name, { anyOf: [schema, entry.schema] }]),
            ),
          }),
      additionalProperties: entry.schema,
      ...(namePattern ? { propertyNames: { pattern: namePattern.source } } : {}),
      ...(description === undefined ? {} : { description }),
    },
  };
}

export function listOf(
  entry: Structure,
  { example, description }: Pick<MapRules, "example" | "description">,
): Structure {
  return {
    problems(value, path) {
      if (!Array.isArray(value)) return [wrong(value, path, example)];
      return value.flatMap((inner: JsonValue, index) => entry.problems(inner, [...path, index]));
    },
    schema: { type: "array", items: entry.schema, ...(description === undefined ? {} : { description }) },
  };
}

/** A map, or a single word instead. */
export function wordOrMap(word: Structure, map: Structure): Structure {
  return {
    problems: (value, path) => (isJsonObject(value) ? map : word).problems(value, path),
    schema: { anyOf: [word.schema, map.schema] },
  };
}

function wrong(value: JsonValue, path: ValuePath, fix: string): ValueProblem {
  return { path, message: `${describePath(path)} cannot be ${describeValue(value)}.`, fix };
}

/** The text is not repeated: it may be a secret in the wrong place. */
function describeValue(value: JsonValue): string {
  if (typeof value === "string") return "this text";
  if (Array.isArray(value)) return "a list";
  return isJsonObject(value) ? "a map" : shownValue(value);
}

function lacks(path: ValuePath, what: string, fix: string): ValueProblem {
  return { path, message: `${describePath(path)} needs ${what}.`, fix };
}

function badName(name: string, path: ValuePath, fix: string): ValueProblem {
  const within = describePath(path.slice(0, -1));
  return { path, message: `${shownValue(name)} cannot be a name in ${within}.`, fix };
}

function unknownKey(name: string, path: ValuePath, names: readonly string[]): ValueProblem {
  const nearest = nearestWord(name, names);
  return {
    path: [...path, name],
    message: `Unknown key ${shownValue(name)} in ${describePath(path)}.`,
    fix: `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Known keys: ${names.join(", ")}.`,
  };
}
