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
  {
    pattern: /\bvi\s*\.\s*wait(?:For|Until)\b|\.poll\s*\([^;]*?\btimeout\s*:/g,
    what: "waits with a time limit of its own in a test",
    fix: "use expect.poll without timeout: the time-out of the test ends it",
  },
];

/**
 * A test whose result depends on elapsed time fails on a busy computer. End-to-end tests may measure time; files that only they
 * import may not, because another test could import them tomorrow.
 */
export function testClockProblems({ members, loose }: Workspace): Problem[] {
  const files = [
    ...members.flatMap(({ src, test, kind }) => (kind === "examples" ? src : test)),
    ...loose.flatMap(({ src }) => src),
  ];
  return files.filter(isSharedTest).flatMap(problemsOf);
}

function isSharedTest({ path }: SourceFile): boolean {
  return path.includes("/test/") && !path.endsWith(".e2e.test.ts");
}

function problemsOf({ path, source }: SourceFile): Problem[] {
  // Fake timers make every one of these the clock of the test.
  const isFaked = source.code.includes("vi.useFakeTimers(");
  return rules.flatMap(({ pattern, what, fix }) =>
    [...(isFaked ? "" : source.code).matchAll(pattern)].map(({ index }) => ({
      file: path,
      line: lineAt(source.text, index),
      what,
      fix,
    })),
  );
}
