import { nearestWord } from "@skein/platform/words";
import {
  describeNode,
  type DocumentNode,
  type MapEntry,
  type MapNode,
  type TextPosition,
} from "../../read/document-node.ts";
import type { RecipeProblem, RecipeProblemCode } from "../../problems.ts";

/** Collects what is wrong, each place once. */
export interface Findings {
  readonly problems: readonly RecipeProblem[];
  add(
    problem: Omit<RecipeProblem, "severity" | "file" | "line" | "column"> & { readonly at: TextPosition },
  ): void;
}

export function findings(file: string): Findings {
  const problems: RecipeProblem[] = [];
  return {
    problems,
    add({ at, ...problem }) {
      // Cases of one matrix are read from the same lines.
      const isKnown = problems.some(
        ({ line, column, message }) =>
          line === at.line && column === at.column && message === problem.message,
      );
      if (!isKnown) problems.push({ severity: "error", file, ...at, ...problem });
    },
  };
}

/** A part of a document and its path, `cases[0].expect` say. */
export interface Part {
  readonly node: DocumentNode;
  readonly path: string;
  /** Where a mistake in it is shown: the key that leads to it. */
  readonly at: TextPosition;
}

/** The fields of a map by name; a problem for each that is none of `known`. */
export function fieldsOf(
  { node, path, at }: Part,
  known: readonly string[],
  found: Findings,
): ReadonlyMap<string, Part> {
  if (node.kind !== "map") {
    found.add(wrongType(at, path, `a map of ${known.join(", ")}`, node));
    return new Map();
  }
  for (const { key, keyAt } of node.entries) {
    if (known.includes(key)) continue;
    const meant = nearestWord(key, known);
    found.add({
      code: "unknown-key",
      message: `Unknown field ${JSON.stringify(key)}.`,
      fix: meant === undefined ? `Known: ${known.join(", ")}.` : `Did you mean ${meant}?`,
      path: joined(path, key),
      at: keyAt,
    });
  }
  return new Map(entriesOf(node, path).map(({ key, part }) => [key, part]));
}

/** All entries of a map that may have any keys. */
export function entriesOf(
  node: MapNode,
  path: string,
): readonly { readonly key: string; readonly part: Part }[] {
  return node.entries.map(({ key, keyAt, value }: MapEntry) => ({
    key,
    part: { node: value, path: joined(path, key), at: keyAt },
  }));
}

export function mapOf(part: Part, found: Findings): readonly { readonly key: string; readonly part: Part }[] {
  if (part.node.kind === "map") return entriesOf(part.node, part.path);
  found.add(wrongType(part.at, part.path, "a map", part.node));
  return [];
}

export function listOf(part: Part, found: Findings): readonly Part[] {
  if (part.node.kind === "list")
    return part.node.items.map((node, at) => ({ node, path: `${part.path}[${at}]`, at: node.at }));
  found.add(wrongType(part.at, part.path, "a list", part.node));
  return [];
}

/** A text; numbers and the like as they were written. */
export function scalarText(part: Part, found: Findings): string | undefined {
  if (part.node.kind === "scalar" && part.node.value !== null) return part.node.text;
  found.add(wrongType(part.at, part.path, "text", part.node));
  return undefined;
}

export function wordOf<Word extends string>(
  part: Part,
  words: readonly Word[],
  found: Findings,
): Word | undefined {
  const text = scalarText(part, found);
  if (text === undefined) return undefined;
  const word = words.find((each) => each === text);
  if (word === undefined) found.add(badValue(part, text, `Use one of: ${words.join(", ")}.`));
  return word;
}

export function countOf(part: Part, found: Findings): number | undefined {
  const { node } = part;
  if (node.kind === "scalar" && typeof node.value === "number" && node.value >= 0) return node.value;
  found.add(wrongType(part.at, part.path, "a number, 0 or more", node));
  return undefined;
}

export function flagOf(part: Part, found: Findings): boolean | undefined {
  if (part.node.kind === "scalar" && typeof part.node.value === "boolean") return part.node.value;
  found.add(wrongType(part.at, part.path, "true or false", part.node));
  return undefined;
}

export function badValue({ path, at }: Part, value: string, fix: string): Parameters<Findings["add"]>[0] {
  return { code: "bad-value", message: `${JSON.stringify(value)} is not valid in ${path}.`, fix, path, at };
}

export function missing(
  at: TextPosition,
  path: string,
  field: string,
  fix: string,
): Parameters<Findings["add"]>[0] {
  const code: RecipeProblemCode = "missing-field";
  return {
    code,
    message: `${path === "" ? "The file" : path} has no ${field}.`,
    fix,
    path: joined(path, field),
    at,
  };
}

function wrongType(
  at: TextPosition,
  path: string,
  wanted: string,
  node: DocumentNode,
): Parameters<Findings["add"]>[0] {
  return {
    code: "wrong-type",
    message: `${path === "" ? "The file" : path} is ${describeNode(node)}, not ${wanted}.`,
    fix: `Write ${wanted}.`,
    path,
    at,
  };
}

function joined(path: string, key: string): string {
  const step = /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
  return path === "" ? step : `${path}.${step}`;
}
