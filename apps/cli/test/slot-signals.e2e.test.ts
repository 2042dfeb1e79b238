import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { slotProcesses } from "@skein/session-processes/schedules";
import type { Job, ScheduledJobEnd, Schedule } from "@skein/schedules";
import { anthropicServer, type ScriptedServer } from "@skein/provider-conformance/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slotCommand } from "../src/schedule/slot-command.ts";
import { entry, entryEnv } from "./entry.ts";
import { shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const moments = ["before its first entry", "while the model streams", "while a tool runs"] as const;
const signals = [
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
  ["SIGKILL", 137],
] as const;

let skein: SkeinHome;
let server: ScriptedServer;
let schedule: Schedule;

beforeAll(async () => {
  server = await anthropicServer((request) => {
    const [, name = ""] = /"(S\w+) tool"/.exec(request.bytes.toString()) ?? [];
    if (name === "")
      return { parts: [{ type: "text", text: "more ".repeat(5_000) }], chunkBytes: 50, delayMs: 200 };
    return { parts: [shell("t1", `touch begun-${name}; sleep 60`)] };
  });
  skein = await skeinHome(server.url);
  const add = ["schedule", "add", "work", "--cron", "0 0 1 1 *", "--mode", "auto", "-t", "go"];
  await skein.here(add);
  const { stdout } = await skein.here(["schedule", "list", "--json"]);
  schedule = (JSON.parse(stdout) as { schedules: Schedule[] }).schedules[0]!;
});
afterAll(async () => {
  await skein[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Runs a slot and sends its process a signal at that moment. @returns what a daemon records of its end. */
async function slotEndedBy(
  signal: NodeJS.Signals,
  moment: (typeof moments)[number],
): Promise<ScheduledJobEnd> {
  const what = moment === "while a tool runs" ? "tool" : "stream";
  const session = `slot-${crypto.randomUUID()}`;
  const task = `${signal} ${what}`;
  const work = { kind: "prompt", text: task } as const;
  const env = {
    ...entryEnv,
    PATH: process.env["PATH"] ?? "",
    HOME: skein.home,
    SKEIN_NO_KEYRING: "1",
    ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
    ANTHROPIC_BASE_URL: server.url,
  };
  const job = { session, resumed: false, schedule: { ...schedule, work } } as Job;
  const run = slotProcesses({ env }, (one) => slotCommand([process.execPath, entry], one));
  const ended = run(job, AbortSignal.timeout(240_000));
  const early = ended.then((end) => {
    throw new Error(`The slot ended before its signal: ${JSON.stringify(end)}`);
  });
  early.catch(() => {});
  const comes = <Value>(look: () => Value | undefined) => Promise.race([found(look), early]);
  const pid = await comes(() => slotOf(session));
  if (what === "tool") await comes(() => existsSync(join(skein.home, `begun-${signal}`)) || undefined);
  else if (moment === "while the model streams")
    await comes(() => server.requests.find(({ bytes }) => bytes.includes(task)));
  process.kill(pid, signal);
  return await ended;
}

// The id of a process is found in /proc.
describe.skipIf(process.platform !== "linux")("a slot that a signal ends is cancelled", () => {
  describe.each(moments)("%s", (moment) => {
    it.concurrent.each(signals)("%s", async (signal, exitCode) => {
      expect(await slotEndedBy(signal, moment)).toMatchObject({ outcome: "cancelled", exitCode });
    });
  });
});

/** The child of this process that runs a slot. */
function slotOf(session: string): number | undefined {
  const ids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  return ids
    .split(" ")
    .map(Number)
    .find((id) => {
      try {
        return id > 0 && readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes(session);
      } catch {
        return false; // it has ended meanwhile
      }
    });
}

async function found<Found>(look: () => Found | undefined): Promise<Found> {
  for (;;) {
    const result = look();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
