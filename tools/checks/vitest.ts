import { runStep } from "./run-step.ts";

export interface VitestOptions {
  /** Beginnings of paths. None: all tests. */
  readonly filters: readonly string[];
  /** The file that gets the results of each part, as `RunResult`. */
  readonly resultsFile: string;
  /** Shuffles the order of the files. Default: vitest's own order. */
  readonly orderSeed?: number;
}

/** Runs vitest in the root of the repository, on this terminal. Resolves to whether it passed. */
export async function runVitest(
  kind: "tests" | "e2e",
  { filters, resultsFile, orderSeed }: VitestOptions,
): Promise<boolean> {
  process.env["SKEIN_TEST_RESULTS"] = resultsFile;
  process.env["SKEIN_TEST_BUNDLE"] = "1";
  const config = kind === "e2e" ? ["--config", "vitest.e2e.config.ts"] : [];
  const reporters = ["--reporter=default", "--reporter=tools/checks/result-reporter.ts"];
  const order = orderSeed === undefined ? [] : ["--sequence.shuffle.files", `--sequence.seed=${orderSeed}`];
  const command = ["vitest", "run", "--passWithNoTests", ...config, ...reporters, ...order, ...filters];
  return (await runStep({ name: kind, commands: [command] }, true)).ok;
}
