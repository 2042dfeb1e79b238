import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { exitCodes, SessionError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { SessionFate } from "@skein/runtime/schedules";

/** What became of the session of a slot whose daemon died: by its processes, then by its journal. */
export async function sessionFate(sessions: Pick<Sessions, "list">, session: string): Promise<SessionFate> {
  // In this order: a process that ends in between has written its journal.
  if (await hasProcess(session)) return { state: "running" };
  const line = (await sessions.list()).find((one) => one.session === session);
  if (!line) return { state: "none" };
  if (!("summary" in line)) throw new SessionError("damaged", line.damaged);
  const { state, costUsd, hasUnknownCost } = line.summary;
  if (state === undefined) return { state: "none" };
  if (state === "running") return { state };
  if (state === "interrupted") return { state: "open" };
  const end = { outcome: state, exitCode: exitCodes[state], ...(hasUnknownCost ? {} : { costUsd }) };
  return { state: "ended", end };
}

/** Whether a process was started for this session: its id stands in the command line. */
async function hasProcess(session: string): Promise<boolean> {
  const lines = process.platform === "linux" ? await linesOnLinux() : await linesOfPs();
  return lines.some((line) => line.includes("--session-id") && line.includes(session));
}

async function linesOnLinux(): Promise<readonly string[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(numbers.map((number) => readFile(`/proc/${number}/cmdline`, "utf8").catch(() => "")));
}

async function linesOfPs(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axww", "-o", "args="], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split("\n");
}
