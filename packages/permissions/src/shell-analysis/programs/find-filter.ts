import { isLiteral, type Word } from "../analysis.ts";
import { findActions, findSpec } from "./checked-programs.ts";
import type { TreeFilter } from "./tree-uses.ts";

const printing: ReadonlySet<string> = new Set(["-print", "-print0", "-ls", "-printf"]);

/** Which files below its folders `find` passes on, as far as its tests say so in a plain way. */
export function findFilter(args: readonly Word[]): TreeFilter {
  const texts = args.map(({ text }) => text);
  const follows = texts.some((text) => text === "-L" || text === "-follow");
  const from = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-[LHP]$/.test(text));
  const to = texts.findIndex((text) => printing.has(text) || findActions.has(text));
  const tests = from < 0 ? [] : args.slice(from, to < 0 ? undefined : to);
  const includes = namesOf(tests);
  const isFile = /(?:^| )-type f(?: |$)/.test(tests.map(({ text }) => text).join(" "));
  const links = follows ? "followed" : isFile && includes !== "mixed" ? undefined : "opened";
  return {
    ...(Array.isArray(includes) ? { includes } : {}),
    ...(links === undefined ? {} : { links }),
  };
}

/** The patterns of names that all must fit one of; `mixed` where one test need not hold. */
function namesOf(tests: readonly Word[]): readonly string[] | "mixed" | undefined {
  let found: readonly string[] | undefined;
  for (let at = 0; at < tests.length; at++) {
    const word = tests[at];
    const text = word?.text ?? "";
    if (/^(?:-o|-or|,|\))$/.test(text)) return "mixed";
    if (text === "!" || text === "-not") {
      const kinds = findSpec(tests[at + 1]?.text ?? "")?.kinds;
      if (kinds === undefined) return "mixed";
      at += 1 + kinds.length;
      continue;
    }
    if (text === "(") {
      const group = tests.slice(at + 1).map((one) => one.text);
      const end = group.indexOf(")");
      const names = group.slice(0, Math.max(end, 0)).filter((_, index) => index % 3 === 1);
      const isAlternatives = /^(?:-i?name \S+ (?:-or? -i?name \S+ )*)$/.test(
        `${group.slice(0, Math.max(end, 0)).join(" ")} `,
      );
      if (end < 0 || !isAlternatives) return "mixed";
      found ??= names;
      at += end + 1;
      continue;
    }
    const kinds = findSpec(text)?.kinds ?? [];
    const value = tests[at + 1];
    if (/^-i?name$/.test(text) && value !== undefined && isLiteral(value)) found ??= [value.text];
    at += kinds.length;
  }
  return found;
}
