import { lineAt } from "../source.ts";
import type { Problem, SourceFile, Workspace } from "../workspace.ts";

interface Rule {
  readonly pattern: RegExp;
  readonly what: string;
  readonly fix: string;
}

const rules: readonly Rule[] = [
  {
    pattern: /\bperformance\s*\.\s*now\b|\bprocess\s*\.\s*(?:hrtime|uptime|cpuUsage|threadCpuUsage)\b/g,
    what: "reads a clock in a test",
    fix: "count steps, wait for an event, or move the test to *.e2e.test.ts or bench/gate",
  },
  {
    pattern: /\bprocess\s*\.\s*memoryUsage\b/g,
    what: "measures memory in a process that test files share",
    fix: "count bytes, or measure in a child process",
  },
  {
    pattern: /\bDate\s*\.\s*now\s*\(\s*\)\s*(?:-\s*[A-Za-z_$]|[<>])|(?<!=)[<>]=?\s*Date\s*\.\s*now\b/g,
    what: "compares the time of day in a test",
    fix: "wait with expect.poll, or pass a clock to the code",
  },
];

/** Also for tests that may measure time. */
const ownLimits: readonly Rule[] = [
  {
    pattern: /\bvi\s*\.\s*wait(?:For|Until)\b|\.poll\s*\([^;]*?\btimeout\s*:/g,
    what: "waits with a time limit of its own in a test",
    fix: "use expect.poll without timeout: the time-out of the test ends it",
  },
];

/** The limits of tests and of groups, as an object of their own or behind the function. */
const limitOfTest = /(?<=[,(]\s*)\{ timeout: ([\d_]+) \}(?=,)|(?<=^\s*\}, )([\d_]{4,})(?=\);)/gm;

/**
 * The limits of `vitest.shared.ts` and `vitest.e2e.config.ts`, in milliseconds: they end what hangs. A shorter one fails on a
 * busy computer.
 */
const commonLimit = { unit: 60_000, endToEnd: 300_000 };

/**
 * A test whose result depends on elapsed time fails on a busy computer. End-to-end tests may measure time; files that only they
 * import may not, because another test could import them tomorrow.
 */
export function testClockProblems({ members, loose }: Workspace): Problem[] {
  const files = [
    ...members.flatMap(({ src, test, kind }) => (kind === "examples" ? src : test)),
    ...loose.flatMap(({ src }) => src),
  ];
  return files
    .filter(({ path }) => path.includes("/test/"))
    .flatMap((file) => {
      // Fake timers make every one of these the clock of the test.
      const isFaked = file.source.code.includes("vi.useFakeTimers(");
      const broken = isEndToEnd(file) ? ownLimits : [...rules, ...ownLimits];
      return [...(isFaked ? [] : broken.flatMap((rule) => breaches(file, rule))), ...shortLimits(file)];
    });
}

const isEndToEnd = ({ path }: SourceFile) => path.endsWith(".e2e.test.ts");

function breaches({ path, source }: SourceFile, { pattern, what, fix }: Rule): Problem[] {
  return [...source.code.matchAll(pattern)].map(({ index }) => ({
    file: path,
    line: lineAt(source.text, index),
    what,
    fix,
  }));
}

function shortLimits(file: SourceFile): Problem[] {
  const least = isEndToEnd(file) ? commonLimit.endToEnd : commonLimit.unit;
  return [...file.source.code.matchAll(limitOfTest)]
    .filter(([, object = "", behind = ""]) => Number((object || behind).replaceAll("_", "")) <= least)
    .map(({ index }) => ({
      file: file.path,
      line: lineAt(file.source.text, index),
      what: `limits a test to no more than the ${least / 1000} s that each has`,
      fix: "leave the limit out",
    }));
}
