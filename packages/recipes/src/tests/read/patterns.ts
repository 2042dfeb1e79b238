import { patternWords } from "../pattern.ts";
import { badValue, entriesOf, type Findings, type Part } from "./fields.ts";
import { regularExpressionProblem } from "./regular-expression.ts";

/** Finds what cannot be asked for: words with `$` that there are not, and regular expressions that are none. */
export function checkPattern(part: Part, found: Findings): void {
  const { node, path } = part;
  if (node.kind === "list") {
    for (const [at, item] of node.items.entries())
      checkPattern({ node: item, path: `${path}[${at}]`, at: item.at }, found);
  }
  if (node.kind !== "map") return;
  for (const { key, part: inner } of entriesOf(node, path)) {
    checkPattern(inner, found);
    if (!key.startsWith("$")) continue;
    if (!(patternWords as readonly string[]).includes(key))
      found.add(badValue(part, key, `Use one of: ${patternWords.join(", ")}.`));
    else if (node.entries.length > 1)
      found.add(badValue(part, key, "Use it alone; put the rest into another expectation."));
    else if (key === "$matches") checkMatches(inner, found);
  }
}

function checkMatches(part: Part, found: Findings): void {
  const text = part.node.kind === "scalar" ? part.node.text : undefined;
  const problem = text === undefined ? "it is not text" : regularExpressionProblem(text);
  if (problem !== undefined) found.add(badValue(part, text ?? "", `Write a regular expression: ${problem}.`));
}
