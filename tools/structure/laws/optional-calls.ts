import { lineAt } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

/**
 * An optional call evaluates no argument when there is nothing to call: work that is awaited there is not done at all, and
 * nothing says so.
 */
export function optionalCallProblems({ members, loose }: Workspace): Problem[] {
  const files = [
    ...members.flatMap(({ src, test }) => [...src, ...test]),
    ...loose.flatMap(({ src }) => src),
  ];
  return files.flatMap(({ path, source }) =>
    skippedAwaits(source.code).map((position) => ({
      file: path,
      line: lineAt(source.text, position),
      what: "awaits in the arguments of an optional call",
      fix: "await before the call: without its receiver the work would not be done",
    })),
  );
}

/** Positions of each `await` that a missing receiver would skip. @param code - without comments and literals. */
function skippedAwaits(code: string): readonly number[] {
  const found = new Set<number>();
  for (const { index } of code.matchAll(/\?\.(?!\d)/g)) {
    for (const [from, to] of argumentsOfChain(code, index)) {
      const text = withoutFunctions(code.slice(from, to));
      for (const match of text.matchAll(/(?<![.\w$])await\b/g)) found.add(from + match.index);
    }
  }
  return [...found];
}

/** The insides of all parentheses and brackets in the rest of an optional chain. */
function argumentsOfChain(code: string, start: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  const link = /\s*(?:\?\.|\.|!(?!=))|\s*[\w$#]+(?=\s*[.?![(<])|\s*<[\w$\s,.|&[\]"<>]*>(?=\()/y;
  let at = start;
  let mayName = false;
  while (at < code.length) {
    if (code[at] === "(" || code[at] === "[") {
      const end = closing(code, at);
      found.push([at + 1, end]);
      at = end + 1;
      mayName = false;
      continue;
    }
    link.lastIndex = at;
    const [text] = link.exec(code) ?? [];
    const isName = text !== undefined && /\w/.test(text) && !text.trim().startsWith("<");
    if (text === undefined || (isName && !mayName)) break;
    mayName = text.trim().endsWith(".");
    at += text.length;
  }
  return found;
}

const pairs: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** Of the bracket at a position, where it is closed; the end of the text when it is not. */
function closing(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    depth += pairs[code[at]!] ?? 0;
    if (depth === 0) return at;
  }
  return code.length;
}

/** Spaces in place of functions that are async: what they await is no work of the call. */
function withoutFunctions(code: string): string {
  let text = code;
  for (let found = asyncFunction.exec(text); found; found = asyncFunction.exec(text)) {
    const end = endOfFunction(text, found.index);
    text = text.slice(0, found.index) + " ".repeat(end - found.index) + text.slice(end);
  }
  return text;
}

const asyncFunction = /(?<![.\w$])async\b/;

function endOfFunction(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const change = pairs[code[at]!] ?? 0;
    if (depth + change < 0 || (depth === 0 && code[at] === ",")) return at;
    depth += change;
    // The end of a body in braces; those of parameters are inside their parentheses.
    if (depth === 0 && code[at] === "}") return at + 1;
  }
  return code.length;
}
