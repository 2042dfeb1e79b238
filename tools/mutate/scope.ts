import { globSync } from "node:fs";

/** Seed of the published sample. */
export const publishedSeed = 1;
/** Number of mutants in the published sample, over all packages. */
export const publishedSize = 600;
/** Number of mutants of each quick package that CI runs: the first of its share. */
export const quickSize = 12;

/** Sources of a package or entry that are mutated, and the tests that run against each mutant. */
export interface Scope {
  readonly name: string;
  /** Patterns of source files, relative to the root of the repository. */
  readonly mutate: readonly string[];
  /** Patterns of test files, relative to the root of the repository. */
  readonly tests: readonly string[];
  /** Number of mutants in the published sample. */
  readonly share: number;
  /** Whether the package's tests end within seconds, so that CI can run a part. */
  readonly isQuick: boolean;
}

interface Row {
  readonly name: string;
  /** The package that has it as an entry. Omitted: it is a package itself. */
  readonly entryOf?: string;
  readonly isQuick?: true;
  /** Pattern of the test files, instead of all but the end-to-end tests. */
  readonly tests?: string;
  /** Folders of `src` that are not mutated. */
  readonly except?: readonly string[];
}

/** Packages and entries where a wrong line costs data, money or secrets. */
const table: readonly Row[] = [
  // Inspectors only tighten what the gate has decided.
  { name: "permissions", except: ["inspectors", "shell-analysis"] },
  { name: "shell-analysis", entryOf: "permissions", isQuick: true },
  { name: "redaction" },
  { name: "schedules", isQuick: true },
  // Nearly all of its behavior needs a server: it is tested end to end.
  { name: "queue-postgres", tests: "packages/queue-postgres/test/**/*.test.ts" },
  // The index of the search can be thrown away.
  { name: "sessions", except: ["search", "budget"] },
  { name: "budget", entryOf: "sessions", isQuick: true },
  { name: "agent" },
  { name: "compaction" },
  { name: "provider-kit" },
  { name: "access", entryOf: "server-http", isQuick: true },
  { name: "recipes" },
  { name: "extensions" },
  // The barrier itself shows only with bubblewrap, end to end.
  { name: "sandbox", tests: "packages/sandbox/test/**/!(ordinary-work.e2e).test.ts" },
  { name: "host" },
  // Who may join a session, what workers do, what a command changes.
  { name: "session-processes" },
  { name: "session-commands" },
];

export const scopes: readonly Scope[] = table.map((row, index) => {
  const { name, entryOf, isQuick = false, tests, except = [] } = row;
  const within = (part: string) =>
    entryOf ? `packages/${entryOf}/${part}/${name}` : `packages/${name}/${part}`;
  return {
    name,
    mutate: [
      `${within("src")}/**/*.ts`,
      `!${within("src")}/**/index.ts`,
      ...except.map((folder) => `!${within("src")}/${folder}/**`),
    ],
    tests: [tests ?? `${within("test")}/**/!(*.e2e).test.ts`],
    share: Math.floor(publishedSize / table.length) + (index < publishedSize % table.length ? 1 : 0),
    isQuick,
  };
});

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
