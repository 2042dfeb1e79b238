import { existsSync } from "node:fs";
import { join } from "node:path";
import { machineOf } from "@skein/test-host";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  checkEnvironment,
  systemProbes,
  type EnvironmentProbes,
} from "../../src/doctor/checks/check-environment.ts";

function fail(): never {
  throw new Error("ENOENT: not here");
}

const failures: readonly (readonly [keyof EnvironmentProbes, string, "note" | "problem"])[] = [
  ["userName", "has no entry in the user database. (ENOENT: not here)", "note"],
  ["hostName", "localhost is used", "note"],
  ["lockProblem", "File locks do not work in", "problem"],
  ["flushFolder", "cannot flush folders", "note"],
  ["listen", "No socket can be made in", "problem"],
  ["sharedMemory", "/dev/shm cannot be written", "note"],
  ["watchFolder", "Files cannot be watched", "note"],
  ["processes", "/proc is not mounted", "note"],
];

const working: EnvironmentProbes = {
  ...systemProbes,
  userName: () => "ada",
  lockProblem: () => undefined,
  flushFolder: () => undefined,
  sharedMemory: () => undefined,
  watchFolder: () => undefined,
  processes: () => undefined,
};

describe.runIf(process.platform === "linux")("the operating system", () => {
  it("is tried part by part", async () => {
    await using folder = await temporaryFolder();
    const findings = await collect(checkEnvironment(machineOf(folder.path, { HOME: folder.path }), working));
    expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
    expect(findings.length).toBeGreaterThanOrEqual(failures.length);
  });

  it.each(failures)("without %s says so, and what to do: %s", async (probe, text, state) => {
    await using folder = await temporaryFolder();
    const failing = probe === "lockProblem" ? () => "File locks do not work in /data: nfs4." : fail;
    const probes = { ...working, [probe]: failing };
    const findings = await collect(checkEnvironment(machineOf(folder.path, { HOME: folder.path }), probes));
    const wrong = findings.filter((finding) => finding.state !== "ok");
    expect(wrong.map((finding) => finding.state)).toEqual([state]);
    expect(wrong[0]?.text).toContain(text);
    expect(wrong[0]?.fix).toMatch(/\S/);
  });

  it("without HOME says so", async () => {
    await using folder = await temporaryFolder();
    const findings = await collect(checkEnvironment(machineOf(folder.path, { HOME: "" }), working));
    expect(findings.filter(({ state }) => state === "note")).toMatchObject([
      { text: expect.stringContaining("HOME is not set") as string },
    ]);
  });

  it("leaves no file behind", async () => {
    await using folder = await temporaryFolder();
    await collect(checkEnvironment(machineOf(folder.path, { HOME: folder.path })));
    expect(existsSync(join(folder.path, "home"))).toBe(false);
  });
});
