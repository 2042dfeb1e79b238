import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processesWith, temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { remaining } from "./run-case.ts";

const child = fileURLToPath(
  new URL("../../../packages/extensions-builtin/test/developer/children/run-shell.ts", import.meta.url),
);

/**
 * Kills a Skein with SIGKILL while its job runs. @returns how many of the job's processes ran right after, and how many when
 * no one had come back for one second of heartbeats.
 */
export async function killWithJob(
  seconds: string,
): Promise<{ readonly after: number; readonly left: number }> {
  await using folder = await temporaryFolder();
  const command = `trap '' TERM; setsid bash -c 'trap "" TERM; sleep ${seconds}' & echo begun; sleep ${seconds}`;
  const settings = { jobLease: { beatMs: 200, mostMissed: 5 } };
  const input = JSON.stringify({ command, background: true });
  const argv = [child, join(folder.path, "calls", "c"), input, "", JSON.stringify(settings), "stay"];
  const caller = spawn(process.execPath, argv, { cwd: folder.path, stdio: ["ignore", "pipe", "inherit"] });
  await once(caller.stdout, "data");
  caller.kill("SIGKILL");
  await once(caller, "exit");
  const after = (await processesWith(seconds)).length;
  for (let tries = 0; tries < 6 && (await remaining(seconds)) > 0; tries++);
  return { after, left: await remaining(seconds) };
}
