import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readBenchTable, type Measured } from "./measured.ts";

/** Runs one case of a checkout's own benchmarks, or all of them; a case that it does not have is no row. */
export async function runCases(root: string, one: string | undefined): Promise<Measured> {
  const names = one === undefined ? [] : [one];
  const { stdout } = await promisify(execFile)(process.execPath, ["bench/run.ts", ...names], {
    cwd: root,
    env: { ...process.env, BENCH_ROUNDS: "1" }, // it is run several times
    maxBuffer: 16_000_000,
  });
  return readBenchTable(stdout);
}
