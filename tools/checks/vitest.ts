import { runStep } from "./run-step.ts";

/**
 * Runs vitest in the root of the repository, on this terminal. What came of each part is then in the file.
 *
 * @param filters - beginnings of paths; none: all tests
 */
export async function runVitest(
  kind: "tests" | "e2e",
  filters: readonly string[],
  resultsFile: string,
): Promise<boolean> {
  process.env["SKEIN_TEST_RESULTS"] = resultsFile;
  process.env["SKEIN_TEST_BUNDLE"] = "1";
  const config = kind === "e2e" ? ["--config", "vitest.e2e.config.ts"] : [];
  const reporters = ["--reporter=default", "--reporter=tools/checks/result-reporter.ts"];
  const command = ["vitest", "run", "--passWithNoTests", ...config, ...reporters, ...filters];
  return (await runStep({ name: kind, commands: [command] }, true)).ok;
}
