import { ConfigError, type Entry } from "@skein/protocol";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createProviderRegistry, type KnownProvider } from "../src/providers.ts";
import type { SessionWishes } from "../src/sessions.ts";
import { sessionSettings, type SettingsWarnings } from "../src/sessions/session-settings.ts";

function known(keyVariable: string, defaultModel?: string): KnownProvider {
  return {
    load: () => Promise.reject(new Error("is not loaded here")),
    description: "",
    keyVariables: [keyVariable],
    ...(defaultModel === undefined ? {} : { defaultModel }),
  };
}

const providers = createProviderRegistry({
  one: known("ONE_KEY", "one-model"),
  other: known("OTHER_KEY", "other-model"),
  bare: known("BARE_KEY"),
});

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: string;
}

async function settingsOf(wishes: Omit<SessionWishes, "cwd"> = {}, { env = {}, config = "" }: Given = {}) {
  await using folder = await temporaryFolder();
  const machine = machineOf(folder.path, env, { "home/config/config.yaml": config });
  const told: SettingsWarnings[] = [];
  const warn = (one: SettingsWarnings) => void told.push(one);
  const settings = await sessionSettings({ machine, providers, warn }, { cwd: folder.path, ...wishes });
  return { settings, told };
}

async function* settingsEntries(...models: readonly string[]): AsyncGenerator<Entry> {
  for (const model of models) yield { kind: "settings", provider: "one", model } as Entry;
}

describe("who answers in a session", () => {
  it.each([
    ["what is said for it", { overrides: { provider: "one", model: "m" } }, {}, ["one", "m"]],
    ["what the environment says", {}, { env: { SKEIN_PROVIDER: "other" } }, ["other", "other-model"]],
    ["what a config file says", {}, { config: "provider: other\nmodel: m\n" }, ["other", "m"]],
    ["whose key there is", {}, { env: { OTHER_KEY: "k" } }, ["other", "other-model"]],
    [
      "whom the session was talked with",
      { last: { provider: "one", model: "last", entries: () => settingsEntries() } },
      { env: { OTHER_KEY: "k" } },
      ["one", "last"],
    ],
    [
      "whom it was talked with before its lead",
      { last: { provider: "one", model: "chief", entries: () => settingsEntries("worker", "chief") } },
      { config: "lead: chief\n" },
      ["one", "worker"],
    ],
  ] as const)("is %s", async (_name, wishes, given, [provider, model]) => {
    expect((await settingsOf(wishes, given)).settings).toMatchObject({ provider, model });
  });

  it("must be named where a provider has no usual model, in the words of the face", async () => {
    const refused = settingsOf({ overrides: { provider: "bare" } });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toMatchObject({ nextStep: { do: "name-model" } });
  });
});

describe("the settings of a session", () => {
  const env = { ONE_KEY: "k" };

  it("have the usual extensions and those that are wished for; without a profile only those", async () => {
    const named = async (wishes: Omit<SessionWishes, "cwd">) =>
      (await settingsOf(wishes, { env })).settings.builtins;
    expect(await named({ builtins: ["schedules"] })).toEqual([
      "developer",
      "todo",
      "skills",
      "subagents",
      "recall",
      "schedules",
    ]);
    expect(await named({ hasProfile: false, builtins: ["schedules"] })).toEqual(["schedules"]);
  });

  it("name no model for titles where nothing is kept", async () => {
    const config = "fast: quick\n";
    expect((await settingsOf({}, { env, config })).settings.namer?.model).toBe("quick");
    expect((await settingsOf({ keep: "memory" }, { env, config })).settings.namer).toBeUndefined();
  });

  it("have no one to ask", async () => {
    expect((await settingsOf({}, { env })).settings.ask).toBeUndefined();
  });

  it("tell of the project and the mode also when they cannot be used", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, env, {
      "home/config/config.yaml": "shell:\n  env: [ONE_KEY]\n",
    });
    const told: SettingsWarnings[] = [];
    const warn = (one: SettingsWarnings) => void told.push(one);
    await expect(sessionSettings({ machine, providers, warn }, { cwd: folder.path })).rejects.toThrow(
      "shell.env names ONE_KEY",
    );
    expect(told).toMatchObject([{ mode: "smart_approve", project: { folder: folder.path } }]);
  });
});
