import { machineOf } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
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
