import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasProcessNaming } from "@skein/session-processes/schedules";
import { sandboxTiers } from "@skein/runtime";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { checkSandboxIn, checkSystem } from "../../src/doctor/checks/check-system.ts";
import type { CheckFinding } from "../../src/doctor/checks/finding.ts";

async function findings(
  env: Readonly<Record<string, string>>,
  node = "24.1.0",
): Promise<readonly CheckFinding[]> {
  return Array.fromAsync(checkSystem({ env }, { skein: "1.2.3", node }));
}

describe("what lies below Skein", () => {
  it.each([
    ["24.0.0", "ok"],
    ["26.1.0", "ok"],
    ["23.11.1", "problem"],
  ])("is Node.js, which may be too old: %s", async (node, state) => {
    const found = (await findings({}, node)).find(({ text }) => text.startsWith("Node.js"));
    expect(found).toMatchObject({ area: "machine", state });
    expect("fix" in found!).toBe(state === "problem");
  });

  it.skipIf(process.platform === "win32")("are the programs on the path of that environment", async () => {
    await using folder = await temporaryFolder();
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    for (const name of ["bash", "rg"]) writeFileSync(join(bin, name), "#!/bin/sh\n");
    chmodSync(join(bin, "bash"), 0o755);
    chmodSync(join(bin, "rg"), 0o644);
    const linesOf = async (env: Readonly<Record<string, string>>) =>
      (await findings(env))
        .filter(({ text }) => /^(?:bash|git|rg)/.test(text))
        .map(({ state, text }) => [state, text.split(":")[0]]);
    const none = [
      ["note", "bash was not found"],
      ["note", "git was not found"],
      ["note", "rg was not found"],
    ];
    expect(await linesOf({ PATH: `/nowhere:${bin}` })).toEqual([["ok", "bash"], none[1], none[2]]);
    expect(await linesOf({})).toEqual(none);
    expect(await linesOf({ PATH: "bin:." })).toEqual(none);
  });

  it("are this program and the barriers that there are", async () => {
    const all = await findings({ PATH: process.env["PATH"] ?? "" });
    expect(all[0]).toMatchObject({ state: "ok", text: expect.stringContaining("skein 1.2.3 on") as string });
    expect(all.map(({ text }) => text).join("\n")).toMatch(/[Ss]andbox/);
    expect(all.map(({ text }) => text).join("\n")).toContain("onCrash stop");
  });
});

it.skipIf(process.platform !== "linux")(
  "names what commands in the sandbox cannot do in a folder",
  async () => {
    await using folder = await temporaryFolder();
    const { found } = await sandboxTiers();
    expect(await Array.fromAsync(checkSandboxIn(folder.path))).toEqual([]);
    symlinkSync("elsewhere", join(folder.path, ".git"));
    mkdirSync(join(folder.path, "elsewhere"));
    const areListed = (await Array.fromAsync(checkSandboxIn(folder.path))).map(
      ({ state, text }) => state === "note" && text.includes(".git is a link"),
    );
    expect(areListed).toEqual(found.slice(0, 1).map(() => true));
  },
);

describe("a process of this machine", () => {
  it("is found by all of its words, and not by some", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", one, other]);
    try {
      await new Promise((resolve) => child.once("spawn", resolve));
      expect(await hasProcessNaming([one, other])).toBe(true);
      expect(await hasProcessNaming([one, crypto.randomUUID()])).toBe(false);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
