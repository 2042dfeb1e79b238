import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { collect, temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { openSessions } from "../../src/index.ts";
import { sayForCrash } from "./crash-script.ts";
import { family } from "./set-up.ts";

const program = fileURLToPath(new URL("../children/run-subagents.ts", import.meta.url));

/** Kills the parent's process when one child has ended and the other is in the middle of a command. */
async function killInTheMiddle(dataFolder: string, work: string): Promise<void> {
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const killed = spawn(process.execPath, [program, dataFolder, work], { stdio });
  const ended = once(killed, "exit");
  let shown = "";
  killed.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const early = ended.then(() => Promise.reject(new Error(`It ended before it was killed: ${shown}`)));
  await Promise.race([early, both()]);
  early.catch(() => undefined);
  killed.kill("SIGKILL");
  await ended;

  async function both(): Promise<void> {
    while (!shown.includes("up") || !(await hasEnded(dataFolder))) await sleep(20);
  }
}

async function hasEnded(dataFolder: string): Promise<boolean> {
  await using sessions = openSessions(dataFolder);
  const entries = await collect(sessions.entries("parent"));
  return entries.some((entry) => entry.kind === "tool-result");
}

it("after a kill, subagents resume their work, and nothing is done twice", async () => {
  await using data = await temporaryFolder();
  await using work = await temporaryFolder();
  await killInTheMiddle(data.path, work.path);

  const { runtime, settings } = family(data.path, sayForCrash("second"), work.path);
  await using _ = runtime;
  const { agent } = await runtime.open({ ...settings, session: "parent" });
  const result = await agent.run().result;
  expect(result).toMatchObject({ outcome: "done", text: "quick is done and slow is done" });
  expect((await readFile(join(work.path, "log"), "utf8")).trim().split("\n").toSorted()).toEqual([
    "quick one",
    "slow one",
    "slow two",
  ]);
  const entries = await collect(runtime.sessions.entries("parent"));
  expect(entries.filter(({ kind }) => kind === "child")).toHaveLength(2);
  const slow = entries.findLast((entry) => entry.kind === "tool-result");
  expect(slow).toMatchObject({ callId: "start-1", recovered: "collected" });
  expect(await runtime.sessions.list()).toHaveLength(3);
});
