import { join } from "node:path";
import type { Job } from "@skein/schedules";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { hasProcessNaming, slotProcesses } from "../../src/schedules/index.ts";

/** A slot whose program is this text of a shell; it gets `input` and the variable `WORD`. */
async function slot(
  script: string,
  { cwd, input = "", signal }: { cwd?: string; input?: string; signal?: AbortSignal } = {},
) {
  await using folder = await temporaryFolder();
  const env = { PATH: process.env["PATH"], WORD: "of the machine" };
  const run = slotProcesses({ env }, () => ({ command: ["/bin/sh", "-c", script], input }));
  const job = { schedule: { cwd: cwd ?? folder.path } } as Job;
  return await run(job, signal ?? new AbortController().signal);
}

/** Works until it is told to end. */
const untilTold = "trap 'kill $!; exit 130' TERM; sleep 60 >/dev/null 2>&1 & wait";
const result = (text: string) => `printf '%s' '${text}'`;

describe("a slot as a process", () => {
  it("gets the input and the machine's environment, and tells by its result how it went", async () => {
    const script = `read -r line; ${result('{"outcome":"limit","exitCode":4,"costUsd":0.25,"error":{"message":"')}; printf '%s, %s' "$line" "$WORD"; ${result('"}}')}; exit 4`;
    expect(await slot(script, { input: "a task\n" })).toEqual({
      outcome: "limit",
      exitCode: 4,
      costUsd: 0.25,
      reason: "a task, of the machine",
    });
  });

  it.each([
    ["is believed its exit code where it prints no result", "exit 5", { outcome: "budget", exitCode: 5 }],
    [
      "is believed its exit code where its result says otherwise",
      `${result('{"outcome":"done","exitCode":0}')}; exit 3`,
      { outcome: "provider", exitCode: 3 },
    ],
    [
      "says with its last line of errors what went wrong",
      "echo first >&2; echo last >&2; exit 1",
      { outcome: "internal", exitCode: 1, reason: "last" },
    ],
    [
      "was ended by somebody",
      "kill -TERM $$",
      { outcome: "cancelled", exitCode: 143, reason: "ended by SIGTERM" },
    ],
    ["failed by itself", "kill -SEGV $$", { outcome: "internal", exitCode: 139 }],
    ["is done", "exit 0", { outcome: "done", exitCode: 0 }],
  ])("%s", async (_, script, end) => {
    expect(await slot(script)).toEqual(end);
  });

  it("is not started in a folder that is gone", async () => {
    await using folder = await temporaryFolder();
    const cwd = join(folder.path, "gone");
    expect(await slot("exit 0", { cwd })).toEqual({
      outcome: "not-started",
      reason: `${cwd} is not a folder any more.`,
    });
  });
});

describe("a slot that runs", () => {
  it("is seen by all words of its command line, and is told to end when its daemon is", async () => {
    const word = `session-${crypto.randomUUID()}`;
    const stop = new AbortController();
    const seen = () => hasProcessNaming(["sleep", word]);
    expect(await seen()).toBe(false);
    const ended = slot(`${untilTold} # ${word}`, { signal: stop.signal });
    for (let tries = 0; !(await seen()); tries++) expect(tries).toBeLessThan(500);
    expect(await hasProcessNaming(["another word", word])).toBe(false);
    stop.abort(new Error("The daemon was stopped."));
    expect((await ended).outcome).toBe("cancelled");
  });
});
