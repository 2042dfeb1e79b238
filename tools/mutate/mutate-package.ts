import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { schema } from "@stryker-mutator/api/core";
import { type Draw, type DrawnMutant, drawMutants } from "./draw.ts";
import type { Scope } from "./scope.ts";

export interface MutationOptions extends Draw {
  /** A copy of the repository. */
  readonly folder: string;
}

/**
 * Runs StrykerJS over the drawn mutants of a package in a scratch copy, and returns its report. Only those are built into the
 * sources, so the other code runs at its own speed. Throws if the package's tests fail without a mutant.
 */
export async function mutatePackage(
  scope: Scope,
  { folder, ...draw }: MutationOptions,
): Promise<schema.MutationTestResult> {
  const drawn = await drawMutants(folder, scope.mutate, draw);
  const list = join(folder, "drawn.json");
  await writeFile(list, JSON.stringify(drawn));
  const report = join(folder, "mutation.json");
  const vitestConfig = join(folder, "vitest.mutate.config.ts");
  const strykerConfig = join(folder, "stryker.mutate.json");
  await rm(report, { force: true });
  await writeFile(vitestConfig, vitestConfigText(scope));
  await writeFile(
    strykerConfig,
    JSON.stringify({
      allowConsoleColors: false,
      checkers: ["drawn"],
      concurrency: availableParallelism(),
      coverageAnalysis: "perTest",
      ignorers: ["sentences"],
      inPlace: true,
      jsonReporter: { fileName: report },
      mutate: drawn.map(rangeOf),
      plugins: ["@stryker-mutator/vitest-runner", join(folder, "tools/mutate/stryker-plugins.ts")],
      reporters: ["json"],
      testRunner: "vitest",
      // Milliseconds on top of one and a half times the tests' own time: a busy machine is no test's finding.
      timeoutMS: 15_000,
      // A worker thread has no umask, working folder or signals of its own.
      vitest: { configFile: vitestConfig, pool: "forks", related: false },
    }),
  );
  const env = { ...process.env, SKEIN_MUTATE_DRAWN: list };
  const command = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const { exitCode, output } = await run([command, "run", strykerConfig], folder, env);
  if (exitCode !== 0) throw new Error(`StrykerJS failed on ${scope.name} (${exitCode}):\n${output}`);
  return JSON.parse(await readFile(report, "utf8")) as schema.MutationTestResult;
}

/** Source: the `mutate` option of Stryker. Its lines start at 1 and its columns at 0. */
function rangeOf({ file, location: { start, end } }: DrawnMutant): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

function vitestConfigText({ tests }: Scope): string {
  return `import { defineConfig } from "vitest/config";
import shared from "./vitest.shared.ts";
export default defineConfig({ test: { ...shared.test, testTimeout: 60_000, include: ${JSON.stringify(tests)} } });
`;
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const stop = (): void => void child.kill("SIGTERM");
  process.once("exit", stop);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    child.on("close", (code) => {
      process.off("exit", stop);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}
