import { processesWith, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { findLauncher } from "../../../src/developer/shell/launcher/find-launcher.ts";
import { crashAfterStart } from "./background-jobs.ts";
import { failureOf, workbench, type Workbench } from "../workbench.ts";

/** Types, and says what the terminal shows then. */
const type = (bench: Workbench, typed: { readonly input?: string; readonly keys?: string }, id = "1") =>
  bench.says("job_input", { id, ...typed });

describe.skipIf(findLauncher() === undefined)("a command in a terminal", () => {
  it("has one, of 80 columns and 24 rows, and the call ends with it", async () => {
    await using bench = await workbench();
    const said = await bench.says("shell", { command: "tty; stty size; echo $TERM; exit 3", pty: true });
    expect(said).toMatch(
      /^\/dev\/pts\/\d+\n24 80\nscreen\n\[Job 1 has ended, exit code 3\. Terminal of 80x24, cursor in line 4, column 1\.\]$/,
    );
  });

  it("that asks is answered, and keeps secrets it does not echo", async () => {
    await using bench = await workbench();
    const command = 'read -p "Name? " name; read -sp "Password? " word; echo; echo "Hello $name, ${#word}"';
    expect(await bench.says("shell", { command, pty: true })).toMatch(
      /^Name\?\n\[Job 1 is running\. Terminal of 80x24, cursor in line 1, column 7\.\]\n\[It ends with the session\. Look/,
    );
    expect(await type(bench, { input: "Ada\n" })).toMatch(/^Name\? Ada\nPassword\?\n/);
    expect(await type(bench, { input: "secret", keys: "Enter" })).toMatch(
      /\nPassword\?\nHello Ada, 6\n\[Job 1 has ended/,
    );
  });

  it("goes on in the background, and tells lines that scrolled off once", async () => {
    await using bench = await workbench();
    const command = "echo first; read x; for n in $(seq 40); do echo line $n; done; read y";
    await bench.says("shell", { command, pty: true, background: true });
    expect(await bench.says("job", { id: "1", wait_for: "first" })).toMatch(/^first\n/);
    const shown = await type(bench, { keys: "Enter" });
    expect(shown).toContain("line 1\nline 2\n");
    expect(shown).toContain("line 40\n[Job 1 is running.");
    expect(await type(bench, { input: "x" })).not.toContain("line 10\n");
  });

  it("gets the keys of a terminal", async () => {
    await using bench = await workbench();
    const command = "stty -icanon -echo min 1; echo ready; dd bs=1 count=15 2>/dev/null | od -An -c";
    await bench.says("shell", { command, pty: true });
    const keys = "Up F1 Home C-a M-x Tab Backspace";
    expect((await type(bench, { keys })).replaceAll(/\s+/g, " ")).toContain(
      String.raw`033 [ A 033 O P 033 [ 1 ~ 001 033 x \t 177`,
    );
  });

  it("is interrupted by C-c, and ended with everything that it has started", async () => {
    await using bench = await workbench();
    const seconds = uniqueSeconds();
    await bench.says("shell", {
      command: `trap 'echo caught' INT; sleep ${seconds}; echo went on`,
      pty: true,
    });
    expect(await type(bench, { keys: "C-c" })).toContain("caught\nwent on\n[Job 1 has ended");
    const command = `setsid sleep ${seconds} & (trap '' HUP TERM; sleep ${seconds}) & sleep ${seconds}`;
    await bench.says("shell", { command, pty: true });
    expect((await processesWith(seconds)).length).toBeGreaterThan(2);
    expect(await bench.says("job", { id: "2", end: true })).toContain("Job 2 was ended by you.");
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("ends with the session, and at its time limit", async () => {
    const seconds = uniqueSeconds();
    {
      await using bench = await workbench();
      await bench.says("shell", { command: `sleep ${seconds}`, pty: true, background: true });
      await bench.says("shell", { command: `sleep ${seconds}`, pty: true, timeout_ms: 500 });
      expect(await bench.says("job", { id: "2", wait_for: "end" })).toContain("was ended at its time limit");
      expect((await processesWith(seconds)).length).toBeGreaterThan(0);
    }
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("is found again, with its screen, when the process that started it has died", async () => {
    await using bench = await workbench({ launcher: findLauncher() ?? "" });
    await crashAfterStart(bench, "printf '\\033[2;5Hat five '; read x; echo got $x", { pty: true });
    expect(await bench.says("job", { id: "1" })).toMatch(
      /^\n {4}at five\n\[Job 1 is running\. Terminal of 80x24, cursor in line 2, column 13\.\]$/,
    );
    expect(await type(bench, { input: "it\n" })).toContain("    at five it\ngot it\n[Job 1 has ended");
  });

  it("is ended when the call is interrupted", async () => {
    await using bench = await workbench();
    const seconds = uniqueSeconds();
    const stop = new AbortController();
    const command = `while sleep 0.2; do echo ${seconds}; done`;
    const called = bench.call("shell", { command, pty: true }, { signal: stop.signal });
    await expect.poll(() => processesWith(seconds)).not.toEqual([]);
    stop.abort();
    expect(failureOf(await called).kind).toBe("interrupted");
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("does not tell a secret that goes over two lines", async () => {
    const secret = "sk-0123456789abcdefghij";
    await using bench = await workbench({ holdsSecret: (text) => text.includes(secret) });
    const command = "printf '%70s' x; printf sk-01234; printf 56789abcdef; echo ghij";
    const said = await bench.says("shell", { command, pty: true });
    expect(said).toMatch(/^\[The screen shows a secret, and is not told\.\]\n/);
  });

  it("refuses keys for a job without one", async () => {
    await using bench = await workbench();
    await bench.says("shell", { command: "read x", background: true });
    expect(failureOf(await bench.call("job_input", { id: "1", keys: "Enter" }))).toMatchObject({
      message: "Nothing was typed: job 1 has no terminal, and takes input alone.",
    });
  });

  it("is not run where there is no program that makes one", async () => {
    await using bench = await workbench({ launcher: false });
    const outcome = await bench.call("shell", { command: "touch ran", pty: true });
    expect(failureOf(outcome)).toMatchObject({
      message: expect.stringContaining("no terminal can be made here"),
    });
    expect(await bench.says("shell", { command: "ls" })).toBe("[no output]");
  });
});
