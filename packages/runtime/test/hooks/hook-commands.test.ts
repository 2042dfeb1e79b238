import { execFileSync } from "node:child_process";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { hookCommands } from "../../src/hooks.ts";

const env = { PATH: process.env["PATH"], HOME: "/home/me", LC_ALL: "C", API_KEY: "secret", EDITOR: "vi" };
const signal = AbortSignal.timeout(20_000);

async function run(command: string, more: { input?: string; timeoutMs?: number; cwd?: string } = {}) {
  await using folder = await temporaryFolder();
  const { input = "", timeoutMs = 10_000, cwd = folder.path } = more;
  return await hookCommands({ cwd, env })(
    { command, input, timeoutMs, environment: { SKEIN_HOOK_EVENT: "Stop" } },
    signal,
  );
}

describe("a command of a hook", () => {
  it("reads the event, and its outputs are kept apart", async () => {
    expect(await run("cat; echo no >&2; exit 2", { input: '{"a":1}' })).toEqual({
      how: { code: 2 },
      stdout: '{"a":1}',
      stderr: "no\n",
    });
  });

  it("gets harmless variables and those of the event, and no others", async () => {
    const { stdout } = await run("env");
    const names = stdout.split("\n").map((line) => line.split("=", 1)[0] ?? "");
    expect(names).toEqual(
      expect.arrayContaining(["PATH", "HOME", "LC_ALL", "SKEIN_HOOK_EVENT", "SKEIN_CALL"]),
    );
    for (const name of ["API_KEY", "EDITOR"]) expect(names).not.toContain(name);
  });

  it("need not read what it is told", async () => {
    expect(await run("exit 0", { input: "x".repeat(2_000_000) })).toMatchObject({ how: { code: 0 } });
  });

  it("has its output cut off", async () => {
    const { stdout } = await run("head -c 3000000 /dev/zero | tr '\\0' x");
    expect(stdout).toHaveLength(1_048_576);
  });

  it("leaves nothing behind, also when it ends in time", async () => {
    expect(await run("setsid sleep 31421 & sleep 31421 & exit 0")).toMatchObject({ how: { code: 0 } });
    expect(await run("setsid sleep 31421 & sleep 31421", { timeoutMs: 200 })).toMatchObject({
      how: "timed-out",
    });
    const left = execFileSync("sh", ["-c", "ps -eo args | grep '^sleep 3142[1]' || true"], {
      encoding: "utf8",
    });
    expect(left).toBe("");
  });

  it.each([
    ["a NUL character", "a\0b", {}, "NUL"],
    [
      "a folder that is gone",
      "true",
      { cwd: "/no/such/folder" },
      "The folder /no/such/folder does not exist.",
    ],
  ])("does not start with %s", async (_, command, more, why) => {
    expect(await run(command, more)).toMatchObject({
      how: "not-started",
      stderr: expect.stringContaining(why),
    });
  });

  it("shows no codes of a terminal", async () => {
    expect((await run("printf '\\033[31mred\\033[0m' >&2")).stderr).toBe("red");
  });

  it("is started by what holds it back, or not at all", async () => {
    await using folder = await temporaryFolder();
    let released = 0;
    const held = hookCommands({
      cwd: folder.path,
      env,
      hold: async ({ argv }) => ({
        argv: ["/usr/bin/env", "HELD=yes", ...argv],
        env: {},
        release: () => void released++,
      }),
    });
    const command = { command: "echo $HELD", input: "", timeoutMs: 5_000, environment: {} };
    expect(await held(command, signal)).toMatchObject({ stdout: "yes\n" });
    expect(released).toBe(1);
    const refused = hookCommands({
      cwd: folder.path,
      env,
      hold: () => Promise.reject(new Error("No tier.")),
    });
    expect(await refused(command, signal)).toEqual({ how: "not-started", stdout: "", stderr: "No tier." });
  });

  it("ends with the run", async () => {
    await using folder = await temporaryFolder();
    const stopper = new AbortController();
    const command = { command: "sleep 31422", input: "", timeoutMs: 60_000, environment: {} };
    const running = hookCommands({ cwd: folder.path, env })(command, stopper.signal);
    setTimeout(() => stopper.abort(new Error("over")), 50);
    await expect(running).rejects.toThrow("over");
  });
});
