import { isJsonObject, type JsonValue } from "@skein/protocol";
import type { DocumentNode, MapNode, TextPosition } from "../read/document-node.ts";
import { plainValue } from "../read/plain-value.ts";

/** A part of a pattern that a value does not have. */
export interface Difference {
  readonly at: TextPosition;
  /** Below the pattern: `.items[0].name`; empty for all of it. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** What a pattern can ask besides sameness: the one key of a map. */
export const patternWords = ["$contains", "$matches", "$exactly"] as const;

/**
 * What of a pattern a value does not have. A map asks for its own keys only, a list for as many items as it has.
 * `$contains` asks for a piece of a text or for one item of a list, `$matches` for a regular expression, `$exactly` for
 * nothing more than what stands there.
 */
export function differences(
  pattern: DocumentNode,
  value: JsonValue | undefined,
  path = "",
): readonly Difference[] {
  const difference = (expected: string): readonly Difference[] => [
    { at: pattern.at, path, expected, got: value === undefined ? "nothing" : shortJson(value) },
  ];
  if (value === undefined) return difference(shortJson(plainValue(pattern)));
  switch (pattern.kind) {
    case "scalar":
      return pattern.value === value ? [] : difference(shortJson(pattern.value));
    case "list": {
      if (!Array.isArray(value)) return difference("a list");
      const items = value as readonly JsonValue[];
      if (items.length !== pattern.items.length) return difference(`a list of ${pattern.items.length}`);
      return pattern.items.flatMap((item, at) => differences(item, items[at], `${path}[${at}]`));
    }
    case "map": {
      const word = wordOf(pattern);
      if (word)
        return askedFor(word.word, word.argument, value) ? [] : difference(shortJson(plainValue(pattern)));
      if (!isJsonObject(value)) return difference("a map");
      return pattern.entries.flatMap(({ key, keyAt, value: inner }) =>
        differences(
          { ...inner, at: keyAt },
          Object.hasOwn(value, key) ? value[key] : undefined,
          `${path}.${key}`,
        ),
      );
    }
  }
}

type Word = (typeof patternWords)[number];

function wordOf(map: MapNode): { readonly word: Word; readonly argument: DocumentNode } | undefined {
  const [only] = map.entries;
  const word = patternWords.find((each) => each === only?.key);
  return word && only && map.entries.length === 1 ? { word, argument: only.value } : undefined;
}

function askedFor(word: Word, argument: DocumentNode, value: JsonValue): boolean {
  switch (word) {
    case "$exactly":
      return isSame(plainValue(argument), value);
    case "$matches":
      return (
        typeof value === "string" &&
        argument.kind === "scalar" &&
        new RegExp(argument.text, "msu").test(value)
      );
    case "$contains":
      if (typeof value === "string") return argument.kind === "scalar" && value.includes(argument.text);
      return (
        Array.isArray(value) && value.some((item: JsonValue) => differences(argument, item).length === 0)
      );
  }
}

/** Order of keys does not count. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key]!, other[key]!))
  );
}

function shortJson(value: JsonValue): string {
  return shortened(JSON.stringify(value));
}

export function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
