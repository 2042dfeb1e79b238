import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { extractText } from "@skein/protocol";
import { collect, folderOutsideTmp } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { describeCommandLimits, sandboxTiers } from "../src/index.ts";
import { done, setUp, shell } from "./set-up.ts";

const { found } = await sandboxTiers();
const limits = { processes: 64, memoryBytes: 2 ** 28 };

/** Runs one command with these limits. @returns what the model was told. */
async function resultOf(command: string, launcher: "auto" | "off"): Promise<string> {
  await using home = await folderOutsideTmp();
  const cwd = join(home.path, "project");
  await mkdir(cwd);
  const { runtime, settings } = setUp(join(home.path, "data"), [shell("c1", command), done], cwd);
  await using _ = runtime;
  const sandbox = { mode: "require", ...limits } as const;
  const opened = await runtime.open({ ...settings, session: "s", launcher, sandbox });
  expect((await opened.agent.run("go").result).outcome).toBe("done");
  const entries = await collect(runtime.sessions.entries("s"));
  return extractText(entries.find((entry) => entry.kind === "tool-result")?.content ?? []);
}

const ended = (limit: string, setting: string) =>
  `The sandbox ended this command at its limit: more than ${limit}. The user can raise sandboxAccess.${setting}.\n[exit code 137`;

describe.skipIf(found.length === 0)("the limits of a command", () => {
  it.each(["auto", "off"] as const)("are named to the model, with the launcher %s", async (launcher) => {
    const processes = await resultOf("for i in $(seq 100); do sleep 60 & done; sleep 60", launcher);
    expect(processes).toContain(ended("64 processes", "processes"));
    const memory = await resultOf(`perl -e '$x = "a" x 400_000_000; sleep 60'`, launcher);
    expect(memory).toContain(ended("256 MB of memory", "memory"));
    expect(await resultOf("echo fine", launcher)).toBe("fine");
  });

  it("are named to the user, with what holds them", async () => {
    const text = await describeCommandLimits(limits, "off");
    expect(text).toMatch(/^A command may have 64 processes and 256 MB of memory \(sandboxAccess\.processes/);
    expect(text).toMatch(
      /In the sandbox, a shell script counts them, and the kernel (holds|does not hold) them/,
    );
  });
});
