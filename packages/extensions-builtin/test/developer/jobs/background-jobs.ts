import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processesWith, temporaryFolder, uniqueSeconds, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { DeveloperSettings } from "../../../src/developer/index.ts";
import { failureOf, type OpenWorkbench, type Workbench } from "../workbench.ts";

const child = fileURLToPath(new URL("../children/run-shell.ts", import.meta.url));

/** Another process starts a job and is killed. */
export async function crashAfterStart(
  bench: Workbench,
  command: string,
  { pty = false, ...settings }: DeveloperSettings & { readonly pty?: boolean } = {},
) {
  const input = JSON.stringify({ command, background: true, ...(pty ? { pty } : {}) });
  const argv = [child, bench.callFolder("crashed"), input, bench.launcher, JSON.stringify(settings), "stay"];
  const caller = spawn(process.execPath, argv, { cwd: bench.cwd, stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(caller.stdout, "data")) as [Buffer];
  caller.kill("SIGKILL");
  await once(caller, "exit");
  return said.toString();
}

/** What background jobs do, whatever starts them. */
export function backgroundJobs(workbench: OpenWorkbench): void {
  describe.concurrent("a background job", () => {
    it("starts, tells what it prints since the last look, and ends with its exit code", async () => {
      await using bench = await workbench();
      const command = "echo one; while [ ! -e go ]; do sleep 0.05; done; echo two; exit 3";
      expect(await bench.says("shell", { command, background: true })).toMatch(
        /\[Job 1 is running\. .*\]\n\[It ends with the session\. Look at it with job \{"id":"1"\}; wait_for waits, end ends it\.\]$/,
      );
      expect(await bench.says("job", { id: "1", wait_for: "one", from_byte: 0 })).toBe(
        "one\n[Job 1 is running. Output until now: 4 bytes.]",
      );
      expect(await bench.says("job", { id: "1" })).toBe(
        "[no new output]\n[Job 1 is running. Output until now: 4 bytes.]",
      );
      expect(await bench.says("job", {})).toMatch(/^1 {2}running for \d+ s {2}echo one; while \[/);
      await bench.says("shell", { command: "touch go" });
      expect(await bench.says("job", { id: "1", wait_for: "end" })).toBe(
        "two\n[Job 1 has ended, exit code 3. Output until now: 8 bytes.]",
      );
      expect(await bench.says("job", { id: "1", from_byte: 0 })).toMatch(/^one\ntwo\n\[Job 1 has/);
      expect(await bench.says("job", {})).toMatch(/^1 {2}has ended, exit code 3/);
    });

    it("keeps the newest output of one that prints without end, and says how much it dropped", async () => {
      await using bench = await workbench({ maxOutputBytes: 200_000 });
      const command = "echo first; while [ ! -e go ]; do sleep 0.05; done; seq 200000; echo last; sleep 60";
      await bench.says("shell", { command, background: true });
      await bench.says("shell", { command: "touch go" });
      const said = await bench.says("job", { id: "1", wait_for: "^last$" });
      expect(said).toMatch(/\n199999\n200000\nlast\n\[Job 1 is running\./);
      const [, size = "", dropped = ""] =
        /until now: ([\d,]+) bytes, of which the first ([\d,]+) were dropped\.\]$/.exec(said) ?? [];
      const bytes = (text: string) => Number(text.replaceAll(",", ""));
      expect(bytes(size)).toBe("first\n".length + 1_288_895 + "last\n".length);
      expect(bytes(dropped)).toBeGreaterThan(1_000_000);
      const all = readFileSync(join(bench.callFolder("call-0"), "job", "output.txt"), "utf8");
      expect(all.length).toBeLessThanOrEqual(200_000);
      // What is kept has no gap.
      const [line, ...numbers] = all.split("\n").slice(0, -2);
      expect(line).toBe(`[... ${bytes(dropped)} bytes of earlier output were dropped ...]`);
      expect(numbers.map(Number)).toEqual(numbers.map((_, at) => 200_001 - numbers.length + at));
      const rest = all.length - (line?.length ?? 0) - 1;
      expect(rest + bytes(dropped)).toBe(bytes(size));
      const again = await bench.says("job", { id: "1", from_byte: 0 });
      expect(again).toContain(
        `[… ${dropped} bytes were dropped: of so much output only the newest is kept …]`,
      );
      const later = await bench.says("job", { id: "1", from_byte: bytes(size) - 12 });
      expect(later).toMatch(/^200000\nlast\n\[Job 1/);
    });

    it("tells at once when its command does not work", async () => {
      await using bench = await workbench();
      await bench.says("shell", { command: "no-such-program-xyz", background: true });
      expect(await bench.says("job", { id: "1", wait_for: "end", from_byte: 0 })).toMatch(
        /not found\n\[Job 1 has ended, exit code 127\. /,
      );
    });

    it("is waited for by a port, by its output, and not longer than was said", async () => {
      await using bench = await workbench();
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const command = "sleep 0.5; echo 'Ready on 3000'; sleep 60";
      await bench.says("shell", { command, background: true });
      expect(await bench.says("job", { id: "1", wait_for: "ready|Ready", from_byte: 0 })).toContain(
        "Ready on 3000",
      );
      expect(await bench.says("job", { id: "1", wait_for: `port ${port}` })).toContain("Job 1 is running");
      server.close();
      expect(await bench.says("job", { id: "1", wait_for: "never", wait_ms: 200 })).toContain(
        '["never" was not seen within 0.2 s; the job goes on.]',
      );
      expect(failureOf(await bench.call("job", { id: "1", wait_for: "(" }))).toMatchObject({
        message: expect.stringContaining("wait_for is not a valid regular expression"),
      });
    });

    it("cannot stop its caller by a pattern that takes forever", async () => {
      await using bench = await workbench();
      const command = `printf '%.0sa' {1..60}; echo '!'; sleep 60`;
      await bench.says("shell", { command, background: true });
      await bench.says("job", { id: "1", wait_for: "!" });
      expect(failureOf(await bench.call("job", { id: "1", wait_for: "^(a+)+$" }))).toMatchObject({
        message: expect.stringContaining("takes too long"),
      });
    });

    it("reads what is typed into it", async () => {
      await using bench = await workbench();
      const command = 'printf "Name? "; read name; echo "Hello $name"; cat';
      await bench.says("shell", { command, background: true });
      expect(await bench.says("job", { id: "1", wait_for: "Name", from_byte: 0 })).toContain(
        "Name?\n[Job 1 is running.",
      );
      expect(await bench.says("job_input", { id: "1", input: "Ada\n", wait_for: "Hello" })).toContain(
        "Hello Ada",
      );
      expect(await bench.says("job_input", { id: "1", input: "more\n", wait_for: "more" })).toContain(
        "more\n[Job 1 is running",
      );
    });

    it("that does not read stops no one who types", async () => {
      await using bench = await workbench();
      await bench.says("shell", { command: "echo begun; sleep 60", background: true });
      await bench.says("job", { id: "1", wait_for: "begun" });
      await bench.call("job_input", { id: "1", input: "x".repeat(65_536) });
      expect(failureOf(await bench.call("job_input", { id: "1", input: "x" }))).toMatchObject({
        message: "Job 1 does not read what is typed into it: 0 of 1 bytes were taken.",
      });
      await bench.says("job", { id: "1", end: true });
      expect(failureOf(await bench.call("job_input", { id: "1", input: "x" }))).toMatchObject({
        message: "Nothing was typed: job 1 was ended by you.",
      });
    });

    it("is ended with all that belongs to it, when the model says so and when the session is closed", async () => {
      const warnings: string[] = [];
      const [first, second] = [uniqueSeconds(), uniqueSeconds()];
      const commandOf = (id: string) =>
        `setsid bash -c 'trap "" TERM; sleep ${id}' & trap '' TERM; sleep ${id}`;
      {
        await using bench = await workbench({ warn: (text) => warnings.push(text) });
        await bench.says("shell", { command: commandOf(first), background: true });
        await bench.says("shell", { command: commandOf(second), background: true });
        expect(await bench.says("job", { id: "1", end: true })).toContain("[Job 1 was ended by you.");
        await waitForProcesses(first, 0);
        expect(await processesWith(second)).not.toEqual([]);
      }
      expect(await processesWith(second)).toEqual([]);
      expect(warnings).toEqual([
        expect.stringMatching(/^Background job 2 \(setsid .*\) was ended with the session\.$/),
      ]);
    });

    it("goes on after the session where the user keeps jobs", async () => {
      const id = uniqueSeconds();
      {
        await using inputs = await temporaryFolder();
        await using bench = await workbench({ keepJobs: true, inputFolder: inputs.path });
        const said = await bench.says("shell", { command: `sleep ${id}`, background: true });
        expect(said).toContain("The user has it go on when the session ends.");
      }
      const left = await processesWith(id);
      expect(left).not.toEqual([]);
      for (const one of left) process.kill(one, "SIGKILL");
    });

    it("survives the death of its caller, is found again, and reads and ends as before", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const command = `echo begun; while read line; do echo "got $line"; done; sleep ${id}`;
      expect(await crashAfterStart(bench, command)).toContain("[Job 1 is running");
      expect(await bench.says("shell", { command: "sleep 60", background: true })).toContain(
        "[Job 2 is running",
      );
      expect(await bench.says("job", { id: "1", from_byte: 0 })).toContain("begun\n[Job 1 is running");
      expect(await bench.says("job_input", { id: "1", input: "this\n", wait_for: "got" })).toContain(
        "got this",
      );
      expect(await bench.says("job", { id: "1", end: true })).toContain("[Job 1 was ended by you.");
      expect(await processesWith(bench.callFolder("crashed"))).toEqual([]);
    });

    it("ends itself, with all that it has started, when its caller does not come back", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const command = `trap '' TERM; setsid bash -c 'trap "" TERM; sleep ${id}' & echo begun; sleep ${id}`;
      await crashAfterStart(bench, command, { jobLease: { beatMs: 200, mostMissed: 5 } });
      await waitForProcesses(id, 0);
      await waitForProcesses(bench.callFolder("crashed"), 0);
      await bench.says("shell", { command: "true", background: true });
      expect(await bench.says("job", { id: "1" })).toContain(
        "was ended, because the session was gone for too long",
      );
    });

    it("has its result when its caller dies before it is told", async () => {
      await using bench = await workbench();
      await crashAfterStart(bench, "echo begun; sleep 60");
      const input = { command: "echo begun; sleep 60", background: true };
      const context = { session: "s", callId: "crashed", cwd: bench.cwd, progress: () => {} };
      const signal = new AbortController().signal;
      const callFolder = bench.callFolder("crashed");
      const outcome = await bench.extension.recoverTool?.("shell", input, { ...context, signal, callFolder });
      expect(outcome).toMatchObject({ content: [{ text: expect.stringContaining("[Job 1 is running") }] });
    });

    it("has its output redacted when it has ended, and its command where it holds a secret", async () => {
      const cleaned: string[] = [];
      await using bench = await workbench({
        holdsSecret: (text) => text.includes("s3cret"),
        onJobEnd: async (folder) => void cleaned.push(folder),
      });
      await bench.says("shell", { command: "echo s3cret", background: true }, { callId: "c" });
      await bench.says("job", { id: "1", wait_for: "end" });
      const folder = join(bench.callFolder("c"), "job");
      expect(cleaned).toEqual([folder]);
      expect(readFileSync(join(folder, "job.json"), "utf8")).not.toContain("s3cret");
      expect(await bench.says("job", {})).toContain("(a command with a secret)");
    });

    it("leaves nothing behind that it reads from", async () => {
      await using bench = await workbench();
      const inputFolder = join(bench.cwd, "inputs");
      await using other = await workbench({ inputFolder });
      await other.says("shell", { command: "sleep 0.1", background: true });
      await other.says("job", { id: "1", wait_for: "end" });
      expect(existsSync(inputFolder)).toBe(true);
      expect(await other.says("shell", { command: `ls ${inputFolder}` })).toBe("[no output]");
    });

    it("is one of at most 20, ten of which start at once", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const start = () => bench.says("shell", { command: `sleep ${id}`, background: true });
      const ids = (await Promise.all(Array.from({ length: 10 }, start))).map(
        (said) => /Job (\d+)/.exec(said)?.[1],
      );
      expect(new Set(ids).size).toBe(10);
      await Promise.all(Array.from({ length: 10 }, start));
      expect(await start()).toContain("20 jobs run already");
      await bench.extension.close();
      expect(await processesWith(id)).toEqual([]);
    });

    it("is told of until the model has seen its end", async () => {
      await using bench = await workbench();
      const news = () => bench.extension.dynamicContext?.(undefined);
      expect(news()).toBe("");
      await bench.says("shell", { command: "read line", background: true });
      expect(news()).toBe("Background job 1 (read line) is running.");
      expect(bench.extension.jobs?.list()).toMatchObject([{ id: "1", command: "read line" }]);
      let changes = 0;
      bench.extension.jobs?.onChange(() => changes++);
      expect(await bench.extension.jobs?.end("1")).toBe(true);
      expect(await bench.extension.jobs?.end("1")).toBe(false);
      expect(changes).toBe(1);
      expect(news()).toBe("Background job 1 (read line) was ended by the user.");
      await bench.says("job", { id: "1" });
      expect(news()).toBe("");
    });
  });
}
