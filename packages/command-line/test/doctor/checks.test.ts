import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "@skein/host";
import { createProviderRegistry } from "@skein/host/providers";
import { userSchedules } from "@skein/host/schedules";
import { ProviderError, type ModelProvider } from "@skein/protocol";
import { scriptedProvider } from "@skein/provider-replay";
import { machineOf } from "@skein/test-host";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { checkMachine, type CheckFinding } from "../../src/doctor/index.ts";

const versions = { skein: "1.2.3", node: "24.0.0" };

const registryOf = (provider: ModelProvider) =>
  createProviderRegistry({
    one: {
      load: () => Promise.resolve(provider),
      description: "",
      keyVariables: ["ONE_KEY"],
      defaultModel: "m-1",
    },
  });

const check = (machine: Machine, cwd: string, provider = scriptedProvider(), isOffline = false) =>
  collect(
    checkMachine(machine, {
      cwd,
      providers: registryOf(provider),
      versions,
      listeners: { say: undefined },
      isOffline,
    }),
  );

const about = (findings: readonly CheckFinding[], area: CheckFinding["area"]) =>
  findings.filter((finding) => finding.area === area);

describe("the checks of a machine", () => {
  it("look at the machine that is handed in, area by area, and tell no key", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(
      folder.path,
      { ONE_KEY: "key-canary", PATH: join(folder.path, "bin") },
      { "home/config/config.yaml": "mode: plan\n", "bin/git": "" },
    );
    chmodSync(join(folder.path, "bin/git"), 0o755);
    const findings = await check(machine, folder.path);
    expect([...new Set(findings.map(({ area }) => area))]).toEqual([
      "machine",
      "folders",
      "settings",
      "providers",
      "sessions",
    ]);
    const texts = findings.map(({ text }) => text);
    expect(texts[0]).toMatch(/^skein 1\.2\.3 on /);
    expect(texts).toContain(`git: ${join(folder.path, "bin/git")}`);
    expect(texts.some((text) => text.startsWith("bash was not found"))).toBe(true);
    expect(texts.some((text) => text.startsWith(`config: ${machine.directories.config}`))).toBe(true);
    expect(texts).toContain("one: ONE_KEY in the environment");
    expect(texts.some((text) => text.startsWith("one is chosen and answers"))).toBe(true);
    expect(JSON.stringify(findings)).not.toContain("canary");
  });

  it("tell as data what is to be set up, and which folder could be trusted", async () => {
    await using folder = await temporaryFolder();
    const project = join(folder.path, "project");
    const machine = machineOf(folder.path, {}, { "project/.skein/config.yaml": "mode: plan\n" });
    const findings = await check(machine, project);
    expect(about(findings, "settings").map(({ state, nextStep }) => ({ state, nextStep }))).toContainEqual({
      state: "note",
      nextStep: { do: "trust-folder", folder: project },
    });
    expect(findings.filter(({ nextStep }) => nextStep?.do === "set-up")).toMatchObject([
      { area: "settings", state: "note" },
      { area: "providers", state: "problem" },
    ]);
  });

  it("go on behind a file that cannot be read, and ask no provider without settings", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(
      folder.path,
      { ONE_KEY: "k" },
      {
        "home/config/config.yaml": "mode: [\n",
        "home/data/sessions/broken/journal.db": "no database at all",
      },
    );
    const provider = { ...scriptedProvider(), check: () => Promise.reject(new Error("was asked")) };
    const findings = await check(machine, folder.path, provider);
    expect(about(findings, "settings")).toMatchObject([
      { state: "problem", text: expect.stringContaining("config.yaml:") },
    ]);
    expect(about(findings, "providers").at(-1)?.text).toMatch(/^No provider was asked/);
    expect(about(findings, "sessions")).toMatchObject([
      { state: "ok" },
      { state: "problem", text: expect.stringContaining("broken") },
    ]);
  });

  it("report schedules that no service starts", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path);
    mkdirSync(machine.directories.data, { recursive: true });
    using user = userSchedules(machine);
    const work = { kind: "prompt", text: "Look around." } as const;
    user.schedules.add({ name: "nightly", cron: "0 3 * * *", cwd: folder.path, mode: "plan", work });
    expect(about(await check(machine, folder.path), "schedules")).toMatchObject([
      { state: "note", text: expect.stringContaining('"nightly"'), nextStep: { do: "start-schedules" } },
    ]);
  });

  it("blame the provider when it is the provider, and send no request offline", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, { ONE_KEY: "k" });
    const refused = new ProviderError("auth", "The key is wrong.", { provider: "one", retryable: false });
    const provider = { ...scriptedProvider(), check: () => Promise.reject(refused) };
    const last = async (isOffline: boolean) =>
      about(await check(machine, folder.path, provider, isOffline), "providers").at(-1);
    expect(await last(false)).toMatchObject({
      state: "problem",
      text: "The key is wrong.",
      isProviders: true,
    });
    expect(await last(true)).toMatchObject({ state: "ok" });
  });
});
