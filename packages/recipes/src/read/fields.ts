import { nearestWord } from "@skein/platform/words";
import type { JsonValue } from "@skein/protocol";
import { describeNode, type DocumentNode, type MapNode, type TextPosition } from "./document-node.ts";
import { report, type Finding, type Findings } from "./findings.ts";
import { defineOwn, isTemplate, plainValue } from "./plain-value.ts";

interface FieldOptions {
  readonly required?: boolean;
}

interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

/**
 * The fields of one mapping. Each is asked for once; `end` reports unknown keys. What is wrong with a field
 * is reported, and the field is `undefined` then.
 */
export interface Fields {
  readonly path: string;
  readonly at: TextPosition;
  has(key: string): boolean;
  pathOf(key: string): string;
  /** Numbers, booleans and `null` are taken as they were written. */
  text(key: string, options?: FieldOptions): string | undefined;
  word<Word extends string>(key: string, words: readonly Word[], options?: FieldOptions): Word | undefined;
  number(key: string, options?: NumberOptions): number | undefined;
  flag(key: string): boolean | undefined;
  texts(key: string, options?: FieldOptions): readonly string[] | undefined;
  textMap(key: string): Readonly<Record<string, string>> | undefined;
  value(key: string): JsonValue | undefined;
  node(key: string): DocumentNode | undefined;
  fields(key: string): Fields | undefined;
  list<Item>(
    key: string,
    read: (node: DocumentNode, path: string) => Item | undefined,
    options?: FieldOptions,
  ): readonly Item[] | undefined;
  end(alsoKnown?: readonly string[]): void;
}

/** Of one mapping: more unknown keys are not reported. */
const maxUnknown = 50;

/** `undefined`, and reported, when the node is not a mapping. */
export function fieldsOf(findings: Findings, node: DocumentNode, path: string): Fields | undefined {
  if (node.kind === "map") return mapFields(findings, node, path);
  report(findings, path, wrongType(path, "a mapping", node), node.at);
  return undefined;
}

export function wrongType(path: string, wanted: string, node: DocumentNode): Finding {
  const braces = node.kind === "map" && node.entries.length === 1 && node.entries[0]?.value.kind === "scalar";
  return {
    code: "wrong-type",
    message: `${path === "" ? "The document" : path} must be ${wanted}, but is ${describeNode(node)}.`,
    fix: wanted === "text" && braces ? 'Put the template in quotes: "{{ name }}".' : `Write ${wanted} here.`,
  };
}

/** One mapping as it is read. */
interface MapReader {
  readonly findings: Findings;
  readonly map: MapNode;
  readonly path: string;
  /** Keys that were asked for. */
  readonly known: string[];
  readonly pathOf: (key: string) => string;
  /** The value of a key; `null` counts as nothing. */
  readonly find: (key: string, options?: FieldOptions) => DocumentNode | undefined;
  /** Reports a value of the wrong type. */
  readonly complain: (key: string, wanted: string, node: DocumentNode) => undefined;
}

function mapReader(findings: Findings, map: MapNode, path: string): MapReader {
  const known: string[] = [];
  const pathOf = (key: string) => (path === "" ? key : `${path}.${key}`);
  return {
    findings,
    map,
    path,
    known,
    pathOf,
    find(key, options) {
      known.push(key);
      const node = valueIn(map, key);
      const absent = node === undefined || (node.kind === "scalar" && node.value === null);
      if (absent && options?.required) {
        report(
          findings,
          pathOf(key),
          { code: "missing-field", message: `${pathOf(key)} is missing.`, fix: `Add a line "${key}: …".` },
          node?.at ?? map.at,
        );
      }
      return absent ? undefined : node;
    },
    complain(key, wanted, node) {
      report(findings, pathOf(key), wrongType(pathOf(key), wanted, node), node.at);
      return undefined;
    },
  };
}

function valueIn(map: MapNode, key: string): DocumentNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

function mapFields(findings: Findings, map: MapNode, path: string): Fields {
  const reader = mapReader(findings, map, path);
  const { pathOf } = reader;
  for (const { key, keyAt } of map.entries) findings.places.set(pathOf(key), keyAt);
  const has = (key: string) => map.entries.some((entry) => entry.key === key);
  return {
    path,
    at: map.at,
    pathOf,
    has,
    text: (key, options) => readText(reader, key, options),
    word: (key, words, options) => readWord(reader, key, words, options),
    number: (key, options) => readNumber(reader, key, options),
    flag: (key) => readFlag(reader, key),
    texts: (key, options) => readList(reader, key, textItem(findings), options),
    textMap: (key) => readTextMap(reader, key),
    value(key) {
      const node = reader.find(key);
      return node === undefined ? undefined : plainValue(node);
    },
    node: (key) => reader.find(key),
    fields(key) {
      const node = reader.find(key);
      return node === undefined ? undefined : fieldsOf(findings, node, pathOf(key));
    },
    list: (key, read, options) => readList(reader, key, read, options),
    end: (alsoKnown = []) => reportUnknown(reader, alsoKnown),
  };
}

function readText(reader: MapReader, key: string, options: FieldOptions | undefined): string | undefined {
  const { map, known, find, complain } = reader;
  const node = valueIn(map, key);
  // A required text that says `null` is the text "null": so it is in the recipes that are around.
  if (options?.required && node?.kind === "scalar" && node.value === null && node.text === "null") {
    known.push(key);
    return node.text;
  }
  const found = find(key, options);
  if (found === undefined) return undefined;
  return found.kind === "scalar" ? found.text : complain(key, "text", found);
}

function readWord<Word extends string>(
  reader: MapReader,
  key: string,
  words: readonly Word[],
  options: FieldOptions | undefined,
): Word | undefined {
  const { findings, pathOf } = reader;
  const text = readText(reader, key, options);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined && !(findings.templates && isTemplate(text))) {
    const near = nearestWord(text, words);
    report(findings, pathOf(key), {
      code: "bad-value",
      message: `${pathOf(key)}: unknown value ${JSON.stringify(text)}.`,
      fix:
        near === undefined
          ? `Use one of: ${words.join(", ")}.`
          : `Did you mean ${near}? Known: ${words.join(", ")}.`,
    });
  }
  return word;
}

function readNumber(
  { findings, pathOf, find, complain }: MapReader,
  key: string,
  options: NumberOptions = {},
): number | undefined {
  const { min, max, whole } = options;
  const node = find(key, options);
  if (node === undefined) return undefined;
  const value = node.kind === "scalar" ? (node.typed ?? node.value) : undefined;
  const wanted = whole ? "a whole number" : "a number";
  if (typeof value !== "number" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    if (findings.templates && node.kind === "scalar" && isTemplate(node.text)) return undefined;
    return complain(key, wanted, node);
  }
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    report(
      findings,
      pathOf(key),
      {
        code: "out-of-range",
        message: `${pathOf(key)}: ${value} is out of range.`,
        fix: `Use ${wanted} ${max === undefined ? `of at least ${min}` : `from ${min ?? "anything"} to ${max}`}.`,
      },
      node.at,
    );
    return undefined;
  }
  return value;
}

function readFlag({ findings, find, complain }: MapReader, key: string): boolean | undefined {
  const node = find(key);
  if (node === undefined) return undefined;
  const value = node.kind === "scalar" ? (node.typed ?? node.value) : undefined;
  if (typeof value === "boolean") return value;
  if (findings.templates && node.kind === "scalar" && isTemplate(node.text)) return undefined;
  return complain(key, "true or false", node);
}

const textItem =
  (findings: Findings) =>
  (node: DocumentNode, path: string): string | undefined => {
    if (node.kind === "scalar") return node.text;
    report(findings, path, wrongType(path, "text", node), node.at);
    return undefined;
  };

function readTextMap(
  { findings, pathOf, find, complain }: MapReader,
  key: string,
): Readonly<Record<string, string>> | undefined {
  const node = find(key);
  if (node === undefined) return undefined;
  if (node.kind !== "map") return complain(key, "a mapping", node);
  const texts: Record<string, string> = {};
  for (const { key: name, keyAt, value } of node.entries) {
    const place = `${pathOf(key)}.${name}`;
    findings.places.set(place, keyAt);
    const text = textItem(findings)(value, place);
    if (text !== undefined) defineOwn(texts, name, text);
  }
  return texts;
}

function readList<Item>(
  { findings, pathOf, find, complain }: MapReader,
  key: string,
  read: (node: DocumentNode, path: string) => Item | undefined,
  options: FieldOptions | undefined,
): readonly Item[] | undefined {
  const node = find(key, options);
  if (node === undefined) return undefined;
  if (node.kind !== "list") return complain(key, "a list", node);
  return node.items.flatMap((item, index) => {
    const itemPath = `${pathOf(key)}[${index}]`;
    findings.places.set(itemPath, item.at);
    const value = read(item, itemPath);
    return value === undefined ? [] : [value];
  });
}

function reportUnknown({ findings, map, known, pathOf }: MapReader, alsoKnown: readonly string[]): void {
  const words = [...new Set([...known, ...alsoKnown])];
  const keys = new Set(map.entries.map(({ key }) => key));
  const absent = words.filter((word) => !keys.has(word));
  const unknown = map.entries.filter(({ key }) => !words.includes(key) && !key.startsWith("x-"));
  for (const { key, keyAt } of unknown.slice(0, maxUnknown)) {
    const near = nearestWord(key, absent);
    report(
      findings,
      pathOf(key),
      {
        code: "unknown-key",
        message: `Unknown key ${pathOf(key)}.`,
        fix: near === undefined ? `Remove it. Known here: ${words.join(", ")}.` : `Did you mean ${near}?`,
        ...(findings.strict ? {} : { severity: "warning" }),
      },
      keyAt,
    );
  }
}
