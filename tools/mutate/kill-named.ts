import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { NamedMutant } from "./named-mutants.ts";

export interface NamedResult extends NamedMutant {
  /** `not-applicable`: the code it is planted in has changed. */
  readonly verdict: "killed" | "survived" | "not-applicable";
  /** The first test that turned red. */
  readonly test?: string;
}

/** Plants the mutant in a scratch copy, runs the tests of its package up to the first red one, and takes the mutant out again. */
export async function killNamed(mutant: NamedMutant, folder: string): Promise<NamedResult> {
  const path = join(folder, mutant.file);
  const source = await readFile(path, "utf8").catch(() => "");
  const mutated = plant(mutant, source);
  if (mutated === undefined) return { ...mutant, verdict: "not-applicable" };
  await writeFile(path, mutated);
  try {
    const test = await firstRedTest(folder, [packageOf(mutant)]);
    return test === undefined ? { ...mutant, verdict: "survived" } : { ...mutant, verdict: "killed", test };
  } finally {
    await writeFile(path, source);
  }
}

/** The first test that is red without any mutant: then red tests prove nothing. */
export function redWithout(mutants: readonly NamedMutant[], folder: string): Promise<string | undefined> {
  return firstRedTest(folder, [...new Set(mutants.map(packageOf))]);
}

function packageOf({ file }: NamedMutant): string {
  return file.split("/").slice(0, 2).join("/");
}

/** The source with the mutant; `undefined` unless its place is there exactly once. */
export function plant({ find, replace }: NamedMutant, source: string): string | undefined {
  const pieces = source.split(find);
  return pieces.length === 2 ? pieces.join(replace) : undefined;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

async function firstRedTest(folder: string, packages: readonly string[]): Promise<string | undefined> {
  const report = join(folder, "named.json");
  await rm(report, { force: true });
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const tests = packages.map((name) => `${name}/test/`);
  const args = [
    "run",
    ...tests,
    "--bail=1",
    "--testTimeout=120000",
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: folder, stdio: "ignore" });
  const exitCode = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
  if (exitCode === 0) return undefined;
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  const red = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(folder, name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && message !== "") return [`${file}: ${message.split("\n")[0]}`];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
  return red[0] ?? "the test run failed as a whole";
}
