import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { directories } from "@skein/settings";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { currentConfig, keyProblem, saveConfig } from "../src/configure/index.ts";
import { createProviderRegistry, listProviders, type KnownProvider } from "@skein/host/providers";

const lab: KnownProvider = {
  load: () => Promise.reject(new Error("It is not asked.")),
  description: "A lab of ours",
  keyVariables: ["LAB_KEY"],
  addressVariable: "LAB_URL",
};

describe("what is configured", () => {
  it("is kept with the key in a place of its own, and what the environment overrules is named", async () => {
    await using home = await temporaryFolder();
    const env = { SKEIN_HOME: home.path, SKEIN_NO_KEYRING: "1", SKEIN_MODEL: "other" };
    const machine = { env, directories: directories({ env }) };
    const providers = createProviderRegistry({ lab });
    const saved = await saveConfig(machine, {
      providers,
      provider: "lab",
      answers: { provider: "lab", model: "big", baseUrl: "http://lab:8000", key: "key-0123456789" },
      current: await currentConfig(machine),
    });
    expect(saved).toMatchObject({ key: { variable: "LAB_KEY" }, overruledBy: ["SKEIN_MODEL"] });
    const text = await readFile(saved.config, "utf8");
    expect(text).toContain("http://lab:8000");
    expect(text).not.toContain("key-0123456789");
    expect(await currentConfig(machine)).toMatchObject({ provider: "lab", model: "big" });

    const listed = await listProviders(machine, providers, join(home.path));
    expect(listed.find(({ id }) => id === "lab")).toMatchObject({
      isChosen: true,
      needsKey: true,
      missing: [],
      baseUrl: "http://lab:8000",
    });
  });

  it("drops the model of another provider", async () => {
    await using home = await temporaryFolder();
    const env = { SKEIN_HOME: home.path };
    const machine = { env, directories: directories({ env }) };
    const providers = createProviderRegistry({ lab });
    const save = async (answers: { provider: string; model?: string }) =>
      saveConfig(machine, { providers, provider: undefined, answers, current: await currentConfig(machine) });
    await save({ provider: "other", model: "small" });
    await save({ provider: "lab" });
    expect(await currentConfig(machine)).toMatchObject({ provider: "lab", model: undefined });
  });

  it.each([
    ["", "empty"],
    ["a b", "spaces"],
    ["x".repeat(9000), "more than"],
  ])("is no key: %j", (key, words) => {
    expect(keyProblem(key)).toContain(words);
  });
});
