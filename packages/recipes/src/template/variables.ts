import type { Segment } from "./segments.ts";
import { tokensOf, variableTokens, type Token } from "./tokens.ts";

export interface UsedVariable {
  readonly name: string;
  /** In the template's text. */
  readonly offset: number;
}

/**
 * Every use of a name that the template itself does not define. A name of the engine's own, `range` say, is one of them:
 * a parameter of that name wins.
 */
export function variablesOf(segments: readonly Segment[]): readonly UsedVariable[] {
  const used: UsedVariable[] = [];
  const scopes: Set<string>[] = [new Set()];
  const define = (name: string) => scopes.at(-1)?.add(name);
  const isDefined = (name: string) => scopes.some((scope) => scope.has(name));

  for (const segment of segments) {
    if (segment.kind !== "output" && segment.kind !== "tag") continue;
    const start = segment.offset + segment.open.length;
    const use = (tokens: readonly Token[]) => {
      for (const { text: name, offset } of variableTokens(tokens)) {
        if (!isDefined(name)) used.push({ name, offset: start + offset });
      }
    };
    const tokens = tokensOf(segment.body);
    if (segment.kind === "output") use(tokens);
    else readTag(tokens, { use, define, scopes });
  }
  return used;
}

interface Walk {
  use(tokens: readonly Token[]): void;
  define(name: string): void;
  readonly scopes: Set<string>[];
}

function readTag([keyword, ...rest]: readonly Token[], walk: Walk): void {
  switch (keyword?.text) {
    case "for": {
      const middle = rest.findIndex(({ text }) => text === "in");
      const end = rest.findIndex(({ text }, index) => index > middle && text === "if");
      const last = rest.at(-1)?.text === "recursive" ? -1 : undefined;
      walk.use(rest.slice(middle + 1, end < 0 ? last : end));
      walk.scopes.push(new Set([...namesOf(rest.slice(0, middle)), "loop"]));
      if (end >= 0) walk.use(rest.slice(end + 1, last));
      return;
    }
    case "set": {
      const equals = rest.findIndex(({ text }) => text === "=");
      const targets = equals < 0 ? rest.slice(0, 1) : rest.slice(0, equals);
      walk.use(equals < 0 ? rest.slice(1) : rest.slice(equals + 1));
      if (targets.some(({ text }) => text === ".")) walk.use(targets);
      else for (const name of namesOf(targets)) walk.define(name);
      return;
    }
    case "with":
      walk.scopes.push(new Set());
      for (const part of byComma(rest)) {
        walk.use(part.slice(2));
        for (const name of namesOf(part.slice(0, 1))) walk.define(name);
      }
      return;
    case "macro":
      walk.define(rest[0]?.text ?? "");
      defineArguments(rest.slice(2, -1), walk);
      return;
    case "call": {
      const close = rest[0]?.text === "(" ? rest.findIndex(({ text }) => text === ")") : -1;
      walk.use(rest.slice(close + 1));
      defineArguments(close < 0 ? [] : rest.slice(1, close), walk);
      return;
    }
    case "block":
      walk.scopes.push(new Set());
      return;
    case "endfor":
    case "endwith":
    case "endmacro":
    case "endcall":
    case "endblock":
      if (walk.scopes.length > 1) walk.scopes.pop();
      return;
    case "import":
    case "from": {
      const word = rest.findIndex(({ text }) => text === (keyword.text === "import" ? "as" : "import"));
      walk.use(rest.slice(0, word));
      for (const part of byComma(rest.slice(word + 1))) walk.define(part.at(-1)?.text ?? "");
      return;
    }
    case "include":
      walk.use(
        rest.filter(({ text }) => !["ignore", "missing", "with", "without", "context"].includes(text)),
      );
      return;
    case "filter":
      walk.use(rest.slice(1));
      return;
    default:
      walk.use(rest);
  }
}

function defineArguments(tokens: readonly Token[], walk: Walk): void {
  const parts = byComma(tokens);
  for (const part of parts) walk.use(part.slice(2));
  walk.scopes.push(new Set(parts.map((part) => part[0]?.text ?? "")));
}

function namesOf(tokens: readonly Token[]): readonly string[] {
  return tokens.filter(({ kind }) => kind === "name").map(({ text }) => text);
}

function byComma(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if ("([{".includes(token.text)) depth++;
    if (")]}".includes(token.text)) depth--;
    if (depth === 0 && token.text === ",") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
