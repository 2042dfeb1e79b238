import { existsSync } from "node:fs";
import { join } from "node:path";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { startBackground } from "../../src/background/index.ts";

describe("a process in the background that ends before it can be reached", () => {
  it.each([
    { exitCode: 0, hasBegun: true },
    { exitCode: 3, hasBegun: true },
    { exitCode: 2, hasBegun: false },
  ])("with $exitCode, has a session: $hasBegun", async ({ exitCode, hasBegun }) => {
    await using folder = await temporaryFolder();
    const command = ["/bin/sh", "-c", `cat; echo Over. >&2; exit ${exitCode}`] as const;
    const run = { session: "short", cwd: folder.path, command, input: "the task; " };
    expect(await startBackground(machineOf(folder.path), run, new AbortController().signal)).toEqual({
      exitCode,
      said: "the task; Over.\n",
      hasBegun,
    });
  });
});

it("a process that is not awaited any more is told to end, and none is started after that", async () => {
  await using folder = await temporaryFolder();
  const script = "trap 'kill $!; touch ended; exit 0' TERM; touch begun; sleep 60 & wait";
  const run = { session: "long", cwd: folder.path, command: ["/bin/sh", "-c", script] as const, input: "" };
  const left = new AbortController();
  const starting = startBackground(machineOf(folder.path), run, left.signal);
  await expect.poll(() => existsSync(join(folder.path, "begun"))).toBe(true);
  left.abort(new Error("Not now."));
  await expect(starting).rejects.toThrow("Not now.");
  expect(existsSync(join(folder.path, "ended"))).toBe(true);
  const never = { ...run, command: ["/bin/sh", "-c", "touch never"] as const };
  await expect(startBackground(machineOf(folder.path), never, left.signal)).rejects.toThrow("Not now.");
  expect(existsSync(join(folder.path, "never"))).toBe(false);
});
