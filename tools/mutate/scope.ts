import { globSync } from "node:fs";

/** What is mutated of a package, and which of its tests are run against each mutant. */
export interface Scope {
  readonly name: string;
  /** Patterns of source files, relative to the root of the repository. */
  readonly mutate: readonly string[];
  /** Patterns of test files, relative to the root of the repository. */
  readonly tests: readonly string[];
}

const whole = (name: string): Scope => ({
  name,
  mutate: [`packages/${name}/src/**/*.ts`, `!packages/${name}/src/**/index.ts`],
  tests: [`packages/${name}/test/**/*.test.ts`],
});

const files = (name: string, mutate: readonly string[], tests: readonly string[]): Scope => ({
  name,
  mutate: mutate.map((file) => `packages/${name}/src/${file}`),
  tests: tests.map((file) => `packages/${name}/test/${file}`),
});

/** The packages in which a wrong line costs data, money or secrets. */
export const scopes: readonly Scope[] = [
  whole("permissions"),
  // Without the tests of megabytes, which take minutes in mutated code, and what only they test.
  {
    ...whole("redaction"),
    mutate: [...whole("redaction").mutate, "!packages/redaction/src/redact-file.ts"],
    tests: ["packages/redaction/test/!(redact-file|hostile).test.ts"],
  },
  whole("agent"),
  whole("compaction"),
  files(
    "sessions",
    [
      "{jsonl,sqlite}/**/*.ts",
      "{store,session-store,store-errors,create-session,fork-session,removed-sessions}.ts",
      "{lease,lease-end,undo,upcasters,flushed-kinds,changed-entry,write-between-runs,read-all,sync-folder}.ts",
    ],
    ["*.test.ts"],
  ),
  files("provider-kit", ["{with-retries,with-watchdog}.ts", "waits/*.ts"], ["*.test.ts"]),
];

/**
 * The scopes with their files, those that the words name: packages, or files of their sources. All of them without words.
 * Throws for a word that names nothing.
 */
export function chooseScopes(words: readonly string[], root: string): readonly Scope[] {
  const all = scopes.map((scope) => ({ ...scope, mutate: filesOf(scope, root) }));
  if (words.length === 0) return all;
  const isPackage = (word: string): boolean => all.some(({ name }) => name === word);
  const names = (word: string, { name, mutate }: Scope): string[] =>
    mutate.filter((file) => (isPackage(word) ? word === name : file.includes(word)));
  const unknown = words.find((word) => all.every((scope) => names(word, scope).length === 0));
  if (unknown !== undefined)
    throw new Error(
      `Nothing in scope is called "${unknown}". Packages: ${scopes.map(({ name }) => name).join(", ")}`,
    );
  return all
    .map((scope) => ({ ...scope, mutate: [...new Set(words.flatMap((word) => names(word, scope)))] }))
    .filter(({ mutate }) => mutate.length > 0);
}

function filesOf({ mutate }: Scope, root: string): string[] {
  const without = mutate.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const found = globSync(
    mutate.filter((pattern) => !pattern.startsWith("!")),
    { cwd: root, exclude: without },
  );
  return found.map((file) => file.replaceAll("\\", "/")).toSorted();
}
