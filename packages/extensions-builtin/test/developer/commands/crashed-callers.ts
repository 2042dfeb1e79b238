import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { JsonObject, ToolOutcome } from "@skein/protocol";
import { processesWith, uniqueSeconds, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { wordsOf, type OpenWorkbench, type Workbench } from "../workbench.ts";

const child = fileURLToPath(new URL("../children/run-shell.ts", import.meta.url));

/** Another process makes the call and is killed once the command has begun. */
async function crashIn(
  bench: Workbench,
  input: { readonly command: string; readonly timeout_ms?: number },
  before: (caller: ChildProcess) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const begun = join(bench.cwd, "begun");
  const command = `touch ${begun}; ${input.command}`;
  const argv = [child, bench.callFolder("c"), JSON.stringify({ ...input, command }), bench.launcher];
  const caller = spawn(process.execPath, argv, { cwd: bench.cwd, stdio: "ignore" });
  while (!existsSync(begun)) await sleep(10);
  await before(caller);
  caller.kill("SIGKILL");
  await once(caller, "exit");
}

async function recovered(
  bench: Workbench,
  input: JsonObject,
  signal?: AbortSignal,
): Promise<ToolOutcome | undefined> {
  return bench.extension.recoverTool?.("shell", input, {
    session: "s",
    callId: "c",
    cwd: bench.cwd,
    signal: signal ?? new AbortController().signal,
    progress: () => {},
    callFolder: bench.callFolder("c"),
  });
}

async function killAll(marker: string): Promise<void> {
  for (const id of await processesWith(marker)) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // It has ended with another one.
    }
  }
}

/** What becomes of a command when the process that asked for it is killed. */
export function crashedCallers(workbench: OpenWorkbench): void {
  describe.concurrent("a command whose caller is killed", () => {
    it("goes on, and its real result is waited for", async () => {
      await using bench = await workbench();
      const input = { command: "sleep 1; echo REAL; exit 3" };
      await crashIn(bench, input);
      const outcome = await recovered(bench, input);
      expect(outcome && wordsOf("shell", outcome)).toBe("REAL\n[exit code 3]");
    });

    it("has the same result when it ended before anybody asked, however often they ask", async () => {
      await using bench = await workbench();
      const input = { command: "sleep 0.3; seq 1 5000" };
      await crashIn(bench, input);
      await sleep(1500);
      const outcome = await recovered(bench, input);
      expect(outcome).toEqual(await recovered(bench, input));
      const again = await bench.call("shell", { command: "sleep 0; seq 1 5000" }, { callId: "c2" });
      const words = outcome && wordsOf("shell", outcome).replaceAll(bench.callFolder("c"), "FOLDER");
      expect(words).toBe(wordsOf("shell", again).replaceAll(bench.callFolder("c2"), "FOLDER"));
    });

    it("ends at its deadline all the same, with all that belongs to it", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const input = {
        command: `echo begun; trap '' TERM; setsid bash -c 'trap "" TERM; sleep ${id}' & sleep ${id}; sleep ${id}`,
        timeout_ms: 1000,
      };
      await crashIn(bench, input);
      await waitForProcesses(id, 0);
      expect(await recovered(bench, input)).toEqual({ kind: "timed-out", afterMs: 1000, partial: "begun\n" });
    });

    it("takes what it has left running with it when it ends", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const input = {
        command: `setsid bash -c 'trap "" TERM; sleep ${id}' >/dev/null & sleep ${id} & sleep 0.5; echo REAL`,
      };
      await crashIn(bench, input);
      await waitForProcesses(id, 0);
      const outcome = await recovered(bench, input);
      expect(outcome && wordsOf("shell", outcome)).toBe("REAL");
    });

    it("takes it along too when its caller is killed after it has ended, and had not yet looked", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const input = { command: `setsid bash -c 'trap "" TERM; sleep ${id}' & sleep 0.5; echo REAL` };
      const state = join(bench.callFolder("c"), "state");
      await crashIn(bench, input, async (caller) => {
        caller.kill("SIGSTOP");
        // It is not there before the command has begun.
        while (!existsSync(state) || !readFileSync(state, "utf8").includes("exit 0")) await sleep(10);
        await sleep(500);
      });
      await waitForProcesses(id, 0);
      const outcome = await recovered(bench, input);
      expect(outcome && wordsOf("shell", outcome)).toBe("REAL");
    });

    it("can be interrupted by who waits for it", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const input = { command: `echo begun; setsid sleep ${id} & sleep ${id}` };
      await crashIn(bench, input);
      expect(await recovered(bench, input, AbortSignal.timeout(300))).toEqual({
        kind: "interrupted",
        started: true,
        partial: "begun\n",
      });
      expect(await processesWith(id)).toEqual([]);
    });

    it("is unknown when its wrapper was killed too, and when it never began", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const input = { command: `sleep ${id}` };
      expect(await recovered(bench, input)).toBeUndefined();
      await crashIn(bench, input);
      // What watches the command first, so that nothing of its end is recorded.
      await killAll(bench.callFolder("c"));
      await killAll(id);
      expect(await recovered(bench, input)).toBeUndefined();
    });
  });
}
