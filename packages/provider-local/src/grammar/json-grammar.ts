import { isJsonObject, type JsonObject } from "@skein/protocol";

/** Rules of a grammar in GBNF, the form of llama.cpp. */
export interface GrammarRules {
  /** Adds a rule and returns its name. */
  add(body: string): string;
  /** Returns the name of the rule for JSON values that fit a schema. */
  schema(schema: unknown): string;
  /** The whole grammar. */
  text(root: string): string;
}

/**
 * Creates rules for JSON that fits a schema.
 *
 * What JSON Schema says and a grammar cannot (patterns, bounds of numbers, several schemas at once) is not enforced: the
 * text is valid JSON of the right types then, and is to be checked like any other input. Properties come in the order of
 * the schema; those that are not required may be missing. An object with properties has no others, unless
 * `additionalProperties` allows them.
 */
export function createRules(): GrammarRules {
  const rules = new Map<string, string>();
  const names = new Map<string, string>();

  const add = (body: string): string => {
    const before = names.get(body);
    if (before !== undefined) return before;
    const name = `r${rules.size}`;
    rules.set(name, body);
    names.set(body, name);
    return name;
  };

  return {
    add,
    schema: (root) => schemaRule(root, { add, root, references: new Map(), reserve: () => reserve(rules) }),
    text: (root) => {
      const lines = [...basic, ...[...rules].map(([name, body]) => `${name} ::= ${body}`)];
      return [`root ::= ${root}`, ...lines, ""].join("\n");
    },
  };
}

/** For a rule that refers to itself. */
function reserve(rules: Map<string, string>): { readonly name: string; set(body: string): void } {
  const name = `r${rules.size}`;
  rules.set(name, "");
  return { name, set: (body) => void rules.set(name, body) };
}

/** Source: grammars/json.gbnf of ggml-org/llama.cpp; white space and digits are bounded, so that no model writes them forever. */
const basic = [
  String.raw`ws ::= | " " | "\n" [ \t]{0,20}`,
  String.raw`string ::= "\"" char* "\""`,
  String.raw`char ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt/] | "u" [0-9a-fA-F]{4})`,
  String.raw`integer ::= "-"? ("0" | [1-9] [0-9]{0,15})`,
  String.raw`number ::= integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?`,
  'boolean ::= "true" | "false"',
  'null ::= "null"',
  "value ::= object | array | string | number | boolean | null",
  String.raw`object ::= "{" ws (string ":" ws value (ws "," ws string ":" ws value)*)? ws "}"`,
  'array ::= "[" ws (value (ws "," ws value)*)? ws "]"',
];

interface SchemaContext {
  readonly add: (body: string) => string;
  readonly root: unknown;
  /** Rules by the text of a reference. */
  readonly references: Map<string, string>;
  readonly reserve: () => { readonly name: string; set(body: string): void };
}

function schemaRule(schema: unknown, context: SchemaContext): string {
  if (!isJsonObject(schema)) return "value";
  const { $ref: reference, const: constant, enum: choices, type } = schema;
  if (typeof reference === "string") return referenceRule(reference, context);
  if (constant !== undefined) return context.add(literal(JSON.stringify(constant)));
  if (Array.isArray(choices))
    return context.add(choices.map((choice) => literal(JSON.stringify(choice))).join(" | "));
  const variants = [schema["anyOf"], schema["oneOf"]].find(Array.isArray);
  if (variants) return context.add(variants.map((variant) => schemaRule(variant, context)).join(" | "));
  if (Array.isArray(type))
    return context.add(type.map((one) => schemaRule({ ...schema, type: one }, context)).join(" | "));
  return typeRule(schema, context);
}

function typeRule(schema: JsonObject, context: SchemaContext): string {
  switch (schema["type"]) {
    case "object":
      return objectRule(schema, context);
    case "array":
      return arrayRule(schema, context);
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return schema["type"];
    default:
      return isJsonObject(schema["properties"]) ? objectRule(schema, context) : "value";
  }
}

/** `#/…` of the same schema; anything else could be any value. */
function referenceRule(reference: string, context: SchemaContext): string {
  const before = context.references.get(reference);
  if (before !== undefined) return before;
  const schema = targetOf(reference, context.root);
  if (schema === undefined) return "value";
  const rule = context.reserve();
  context.references.set(reference, rule.name);
  const target = schemaRule(schema, context);
  rule.set(target === rule.name ? "value" : target); // a reference to nothing but itself
  return rule.name;
}

function targetOf(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return undefined;
  const steps = reference.slice(1).split("/").slice(1);
  return steps.reduce<unknown>((at, step) => {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    return isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}

function objectRule(schema: JsonObject, context: SchemaContext): string {
  const { properties, required, additionalProperties: others } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0)
    return others === false ? context.add('"{" ws "}"') : mapRule(others, context);
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries(properties).map(([name, property]) => ({
    text: `${literal(`${JSON.stringify(name)}:`)} ws ${schemaRule(property, context)}`,
    isNeeded: needed.has(name),
  }));
  const allowsMore = others === true || isJsonObject(others);
  const more = allowsMore
    ? `string ":" ws ${isJsonObject(others) ? schemaRule(others, context) : "value"}`
    : undefined;
  return context.add(`"{" ws ${context.add(membersText(members, more, context))} ws "}"`);
}

/** An object of any names. */
function mapRule(values: unknown, context: SchemaContext): string {
  if (!isJsonObject(values)) return "object";
  const member = `string ":" ws ${schemaRule(values, context)}`;
  return context.add(`"{" ws (${member} (ws "," ws ${member})*)? ws "}"`);
}

interface Member {
  readonly text: string;
  readonly isNeeded: boolean;
}

/** Members in order, without those that may be missing: `first` rules have no comma in front, `next` rules have one. */
function membersText(members: readonly Member[], more: string | undefined, { add }: SchemaContext): string {
  let next = more === undefined ? '""' : add(`(ws "," ws ${more})*`);
  let first = more === undefined ? '""' : add(`(${more} ${next})?`);
  for (const { text, isNeeded } of members.toReversed()) {
    const withIt = `${text} ${next}`;
    const firstWithIt = isNeeded ? withIt : `${withIt} | ${first}`;
    const nextWithIt = isNeeded ? `ws "," ws ${withIt}` : `ws "," ws ${withIt} | ${next}`;
    first = add(firstWithIt);
    next = add(nextWithIt);
  }
  return first;
}

/** Largest number of items that a grammar counts. */
const mostCounted = 64;

function arrayRule({ items, minItems, maxItems }: JsonObject, context: SchemaContext): string {
  const item = schemaRule(items, context);
  const least = typeof minItems === "number" ? Math.min(minItems, mostCounted) : 0;
  const isCounted = typeof maxItems === "number" && maxItems <= mostCounted;
  if (isCounted && maxItems === 0) return context.add('"[" ws "]"');
  const rest = `(ws "," ws ${item}){${Math.max(0, least - 1)},${isCounted ? maxItems - 1 : ""}}`;
  return context.add(`"[" ws ${least > 0 ? `${item} ${rest}` : `(${item} ${rest})?`} ws "]"`);
}

/** A text as GBNF writes it. */
export function literal(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `"${escaped.replaceAll("\r", "\\r").replaceAll("\t", "\\t")}"`;
}
