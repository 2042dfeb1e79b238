import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { keptSecrets } from "../src/secrets.ts";
import { effectiveSettings, notSecret } from "../src/settings.ts";
import { configuredServers } from "../src/settings/configured-servers.ts";

const providers = {
  one: {
    load: () => Promise.reject(new Error("is not loaded here")),
    description: "",
    keyVariables: ["ONE_KEY"],
  },
};

describe("settings", () => {
  it("are told by the machine that is handed in, for each folder of its own", async () => {
    await using one = await temporaryFolder();
    await using other = await temporaryFolder();
    const machines = [
      machineOf(one.path, { SKEIN_MODE: "plan" }, { "home/config/config.yaml": "model: first\n" }),
      machineOf(other.path, {}, { "home/config/config.yaml": "model: second\n" }),
    ];
    const found = await Promise.all(machines.map((machine) => effectiveSettings(machine, one.path)));
    expect(found.map(({ values }) => [values.mode, values.model])).toEqual([
      ["plan", "first"],
      ["smart_approve", "second"],
    ]);
    expect((await effectiveSettings(machines[1]!, one.path, { model: "third" })).values.model).toBe("third");
  });

  it("say how far the project of a folder is trusted", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, {}, { "project/.skein/config.yaml": "model: of-project\n" });
    const cwd = join(folder.path, "project");
    const trust = async () => (await effectiveSettings(machine, cwd)).project;
    expect(await trust()).toMatchObject({ folder: cwd, trust: "untrusted" });
    await trustStore(machine.directories.data).add(cwd);
    expect(await trust()).toMatchObject({ folder: cwd, trust: "trusted" });
    writeFileSync(join(cwd, ".skein/config.yaml"), "model: another\n");
    expect(await trust()).toMatchObject({ folder: cwd, trust: "changed" });
  });
});

it("names each section of a trusted project that only the user may set", async () => {
  await using folder = await temporaryFolder();
  const config =
    "shell: { env: [SHOP_REGION] }\nwebSearch: { engine: brave }\nsandboxAccess: { hosts: [] }\n";
  const machine = machineOf(folder.path, {}, { "project/.skein/config.yaml": config });
  const cwd = join(folder.path, "project");
  await trustStore(machine.directories.data).add(cwd);
  const { warnings } = await effectiveSettings(machine, cwd);
  const named = (key: string, index: number) =>
    `${join(cwd, ".skein/config.yaml")}:${index + 1}:1: ${key} is ignored: no project can set it. Move it to your own config.yaml.`;
  expect(warnings).toEqual(["shell", "webSearch", "sandboxAccess"].map(named));
});

describe("servers of config files", () => {
  const server = 'extensions:\n  notes: { command: cat, env: { TOKEN: "${KEPT}" } }\n';

  it("get values from the machine's environment and kept keys, of which the redactor is notified", async () => {
    await using folder = await temporaryFolder();
    const used: unknown[] = [];
    const machine = machineOf(folder.path, {}, { "home/config/config.yaml": server });
    await keptSecrets(machine).set("KEPT", "from-the-file");
    const { sections } = await effectiveSettings(machine, folder.path);
    const sources = {
      machine,
      providers,
      used: { add: (secret: unknown) => void used.push(secret), all: () => [] },
    };
    const ready = await configuredServers(sources, sections, folder.path);
    expect(ready.warnings).toEqual([]);
    expect(ready.servers).toMatchObject([{ name: "notes", env: { TOKEN: "from-the-file" } }]);
    expect(used).toEqual([{ name: "KEPT", value: "from-the-file" }]);
  });
});

it("no setting makes a provider's key public", async () => {
  await using folder = await temporaryFolder();
  const machine = machineOf(
    folder.path,
    {},
    { "home/config/config.yaml": "redaction: { allow: [ONE_KEY] }\n" },
  );
  await expect(notSecret(machine, providers)).rejects.toThrow("names ONE_KEY, a provider's key");
});
