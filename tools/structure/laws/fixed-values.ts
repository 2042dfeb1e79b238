import { arrows, partOf } from "../arrows.ts";
import { lineAt } from "../source.ts";
import type { Problem, SourceFile, Workspace } from "../workspace.ts";

/** It passes the seed of the running test to fast-check. */
const helper = "property-tests";

/** Tests of code that replaces or calls `Math.random`, whose values no result depends on. */
const mayBeRandom: readonly string[] = [
  "packages/extension-kit/test/definitions/definition-problems.test.ts",
];

/** Whether tests pass depends on the commit alone: their values are drawn with a seed that follows from the test. */
export function fixedValueProblems({ members, loose }: Workspace): Problem[] {
  const others = members.filter(({ name }) => name !== helper);
  const tests = others.flatMap(({ name, src, test }) => [
    ...test,
    ...(partOf(name, arrows)?.testsOnly !== undefined ? src : []),
  ]);
  const examples = others.filter(({ kind }) => kind === "examples").flatMap(({ src }) => src);
  const tools = loose.flatMap(({ src }) => src).filter(({ path }) => path.includes("/test/"));
  return [...tests, ...examples, ...tools].flatMap((file) => [
    ...randomSeedProblems(file),
    ...(mayBeRandom.includes(file.path) ? [] : randomProblems(file)),
  ]);
}

/** What each function of fast-check that draws values is replaced by. */
const replacements: Readonly<Record<string, string>> = {
  assert: "checkProperty",
  check: "checkProperty",
  sample: "sampleValues",
  statistics: "sampleValues",
};
const drawing = Object.keys(replacements).join("|");

function randomSeedProblems({ path, source, imports }: SourceFile): Problem[] {
  if (!imports.some(({ specifier }) => specifier === "fast-check")) return [];
  const { code, text } = source;
  const uses = localNames(text).flatMap((name) => [
    ...code.matchAll(new RegExp(`(?<![.\\w$])${name}\\s*\\??\\.\\s*(${drawing})\\b`, "g")),
  ]);
  const imported = [...text.matchAll(/^import\s*\{([^}]*)\}\s*from\s*["']fast-check["']/gm)].flatMap(
    ({ index, 1: names = "" }) =>
      [...names.matchAll(new RegExp(`\\b(${drawing})\\b`, "g"))].map((match) => ({
        1: match[1],
        index: index + text.slice(index).indexOf(match[0]),
      })),
  );
  return [...uses, ...imported].map(({ index, 1: name = "" }) => ({
    file: path,
    line: lineAt(text, index),
    what: `draws values with ${name} of fast-check, whose seed is the time`,
    fix: `use ${replacements[name]} of @skein/property-tests`,
  }));
}

/** `fc` of `import fc from "fast-check"`, `import * as fc` and `import { default as fc }`. */
function localNames(text: string): readonly string[] {
  const forms =
    /^import\s+(?:\*\s+as\s+)?([\w$]+)\s*(?:,\s*\{[^}]*\})?\s*from\s*["']fast-check["']|^import\s*\{[^}]*\bdefault\s+as\s+([\w$]+)[^}]*\}\s*from\s*["']fast-check["']/gm;
  return [...text.matchAll(forms)].map(([, direct, renamed]) => (direct ?? renamed)!.replaceAll("$", "\\$"));
}

function randomProblems({ path, source }: SourceFile): Problem[] {
  return [...source.code.matchAll(/(?<![.\w$])(?:globalThis\s*\.\s*)?Math\s*\.\s*random\b/g)].map(
    ({ index }) => ({
      file: path,
      line: lineAt(source.text, index),
      what: "uses Math.random in a test",
      fix: "use fixed values, sampleValues of @skein/property-tests, or uniqueSeconds of @skein/test-kit",
    }),
  );
}
