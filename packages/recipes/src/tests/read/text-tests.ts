import type { Target, TextTest } from "../test-case.ts";
import { badValue, fieldsOf, listOf, scalarText, type Findings, type Part } from "./fields.ts";
import { regularExpressionProblem } from "./regular-expression.ts";

const textWords = ["contains", "lacks", "equals", "matches"] as const;

/** A text, which must then be contained; or a map of `textWords`, each with a text or a list of them. */
export function textTests(
  part: Part,
  found: Findings,
  others: readonly string[] = [],
): readonly (Target & { readonly test: TextTest })[] {
  if (part.node.kind === "scalar") return testOf("contains", part, found);
  const fields = fieldsOf(part, [...textWords, ...others], found);
  return textWords.flatMap((word) => {
    const field = fields.get(word);
    if (!field) return [];
    const texts = field.node.kind === "list" ? listOf(field, found) : [field];
    return texts.flatMap((text) => testOf(word, text, found));
  });
}

function testOf(
  word: (typeof textWords)[number],
  part: Part,
  found: Findings,
): readonly (Target & { readonly test: TextTest })[] {
  const text = scalarText(part, found);
  if (text === undefined) return [];
  const { path, at } = part;
  if (word !== "matches") return [{ path, at, test: { kind: word, text } }];
  const problem = regularExpressionProblem(text);
  if (problem !== undefined) {
    found.add(badValue(part, text, `Write a regular expression: ${problem}.`));
    return [];
  }
  return [{ path, at, test: { kind: "matches", pattern: text } }];
}
