import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { suiteFolder, type Scenario } from "./scenarios.ts";

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly passed: boolean;
  /** The checks that failed, a line each, or what the suite said last. */
  readonly problems: readonly string[];
}

const suite = join(suiteFolder, "dist", "index.js");
const driver = fileURLToPath(new URL("drive.ts", import.meta.url));
/** Of one scenario; the suite's own limit is 30 s, which a busy machine needs for the start alone. */
const timeoutMs = 120_000;

/**
 * Has the suite test Skein in a process of its own.
 *
 * @param url - of the server that server scenarios ask.
 */
export async function runScenario(scenario: Scenario, url: string): Promise<ScenarioResult> {
  await using folder = await temporaryFolder();
  const { leg, name, revision } = scenario;
  const what = ["--scenario", name, "--spec-version", revision, "--timeout", `${timeoutMs}`];
  const skein = leg === "client" ? ["--command", `${process.execPath} ${driver}`] : ["--url", url];
  // Scenarios of extensions belong to no revision, and are left out otherwise.
  const how = [...skein, "--force", "-o", folder.path];
  const child = spawn(process.execPath, [suite, leg, ...what, ...how], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-4_000)));
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const isRun = !/SKIPPED:|Passed: 0\/0/.test(said);
  if (exitCode === 0 && isRun) return { scenario, passed: true, problems: [] };
  const failed = await failedChecks(folder.path);
  return { scenario, passed: false, problems: failed.length > 0 ? failed : [said.trim().slice(-600)] };
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description?: string;
  readonly errorMessage?: string;
}

async function failedChecks(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true });
  const own = files.find((file) => file.endsWith("checks.json"));
  if (own === undefined) return [];
  return (JSON.parse(await readFile(join(folder, own), "utf8")) as readonly Check[])
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ id, errorMessage, description = "" }) => `${id}: ${errorMessage ?? description}`);
}
