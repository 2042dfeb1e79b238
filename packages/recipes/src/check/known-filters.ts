import type { TemplateEngine } from "../template/engine.ts";
import type { Template } from "../template/included.ts";
import { tokensOf, type Token } from "../template/tokens.ts";

export interface UnknownFilter {
  readonly kind: "filter" | "test";
  readonly name: string;
  /** In the template's text. */
  readonly offset: number;
}

/** Filters and tests that the engine has not: it would only say so when it comes to them. */
export function unknownFilters({ segments }: Template, engine: TemplateEngine): readonly UnknownFilter[] {
  return segments.flatMap((segment) => {
    if (segment.kind !== "output" && segment.kind !== "tag") return [];
    const start = segment.offset + segment.open.length;
    const tokens = tokensOf(segment.body);
    return tokens.flatMap((token, index): readonly UnknownFilter[] => {
      const kind = kindOf(tokens, index);
      if (
        kind === undefined ||
        (kind === "filter" ? engine.knowsFilter(token.text) : engine.knowsTest(token.text))
      )
        return [];
      return [{ kind, name: token.text, offset: start + token.offset }];
    });
  });
}

function kindOf(tokens: readonly Token[], index: number): "filter" | "test" | undefined {
  if (tokens[index]?.kind !== "name") return undefined;
  const before = tokens[index - 1]?.text;
  if (before === "|" || (index === 1 && before === "filter")) return "filter";
  const isTest = before === "is" || (before === "not" && tokens[index - 2]?.text === "is");
  return isTest && tokens[index]?.text !== "not" ? "test" : undefined;
}
