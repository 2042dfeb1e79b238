import { isJsonObject, type JsonValue } from "@skein/protocol";

/** `undefined` as value: the keyword says nothing, and is left out. */
type RepairedKeyword = { readonly value: JsonValue | undefined } | { readonly problem: string };

const types: ReadonlySet<string> = new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);
/** Names of other languages with one meaning. `any`: no type. */
const foreignTypes: Readonly<Record<string, string>> = {
  bool: "boolean",
  dict: "object",
  double: "number",
  float: "number",
  int: "integer",
  list: "array",
  str: "string",
};

/** Counts are whole and not negative. */
const counts: ReadonlySet<string> = new Set([
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "maxProperties",
  "minProperties",
  "minContains",
  "maxContains",
]);
const numbers: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);
const texts: ReadonlySet<string> = new Set([
  "$anchor",
  "$comment",
  "$id",
  "$schema",
  "contentEncoding",
  "contentMediaType",
  "description",
  "format",
  "title",
]);
const switches: ReadonlySet<string> = new Set(["deprecated", "readOnly", "uniqueItems", "writeOnly"]);

/** Repairs the value of a keyword that holds no schemas. Unknown keywords stay as they are. */
export function repairKeyword(keyword: string, value: JsonValue): RepairedKeyword {
  if (keyword === "type") return repairType(value);
  if (keyword === "required") return repairRequired(value);
  if (keyword === "enum") return repairChoices(value);
  if (keyword === "pattern") return repairPattern(value);
  if (keyword === "examples") return { value: value === null ? undefined : value };
  if (keyword === "dependentRequired" || keyword === "$vocabulary")
    return { value: isJsonObject(value) ? value : undefined };
  if (texts.has(keyword)) return { value: typeof value === "string" ? value : undefined };
  if (switches.has(keyword)) return { value: typeof value === "boolean" ? value : undefined };
  if (counts.has(keyword) || numbers.has(keyword)) return repairNumber(keyword, value);
  return { value };
}

function repairType(value: JsonValue): RepairedKeyword {
  if (value === null) return { value: undefined };
  if (typeof value === "string") {
    const type = knownType(value);
    return type === undefined
      ? { problem: `is an unknown type, ${quoted(value)}` }
      : { value: type || undefined };
  }
  if (!Array.isArray(value)) return { problem: "is not the name of a type" };
  const known = value.map((item: JsonValue) =>
    item === null ? "null" : typeof item === "string" ? knownType(item) : undefined,
  );
  const unknown = known.indexOf(undefined);
  if (unknown !== -1) return { problem: `has an unknown type, ${quoted(value[unknown])}` };
  const unique = [...new Set(known as readonly string[])];
  if (unique.length === 0 || unique.includes("")) return { value: undefined };
  const isSame = unique.length === value.length && unique.every((type, index) => type === value[index]);
  return { value: isSame ? value : unique };
}

/** @returns `""` for any type; `undefined` for an unknown one. */
function knownType(name: string): string | undefined {
  const word = name.trim().toLowerCase();
  if (word === "any" || word === "") return "";
  if (types.has(word)) return word;
  return Object.hasOwn(foreignTypes, word) ? foreignTypes[word] : undefined;
}

/** A value that is no list is that of an older draft: its own object has nothing to do with it. */
function repairRequired(value: JsonValue): RepairedKeyword {
  if (!Array.isArray(value)) return { value: undefined };
  const names = [...new Set(value.filter((name: JsonValue) => typeof name === "string"))];
  return { value: names.length === value.length ? value : names };
}

function repairChoices(value: JsonValue): RepairedKeyword {
  if (value === null || (Array.isArray(value) && value.length === 0)) return { value: undefined };
  if (!Array.isArray(value)) return { problem: "is not a list of values" };
  const seen = new Map(value.map((item: JsonValue) => [JSON.stringify(item), item]));
  return { value: seen.size === value.length ? value : [...seen.values()] };
}

function repairPattern(value: JsonValue): RepairedKeyword {
  if (value === null) return { value: undefined };
  return typeof value === "string" ? { value } : { problem: "is not a regular expression" };
}

function repairNumber(keyword: string, value: JsonValue): RepairedKeyword {
  if (value === null) return { value: undefined };
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return { problem: "is not a number" };
  const isPossible = counts.has(keyword)
    ? Number.isInteger(number) && number >= 0
    : keyword !== "multipleOf" || number > 0;
  return isPossible ? { value: number } : { problem: `cannot be ${number}` };
}

function quoted(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 60);
}
