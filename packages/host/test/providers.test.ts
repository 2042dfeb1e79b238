import { join } from "node:path";
import { ConfigError } from "@skein/protocol";
import { scriptedProvider } from "@skein/provider-replay";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createProviderRegistry, type ProviderAccess } from "../src/providers.ts";
import { keptSecrets } from "../src/secrets.ts";

const definition = (name: string) =>
  `name: ${name}\nengine: openai\nbase_url: http://127.0.0.1:1/v1\napi_key_env: ""\nmodels: [{ name: m }]\n`;

function registryOf(seen: ProviderAccess[] = []) {
  const openai = {
    load: async (access: ProviderAccess) => {
      seen.push(access);
      return scriptedProvider();
    },
    description: "",
    keyVariables: ["ONE_KEY"],
    defaultModel: "m",
    addressVariable: "ONE_URL",
  };
  return createProviderRegistry({ openai });
}

describe("the registry of providers", () => {
  it("knows what the app brings and the bundled definitions, and nothing of another registry", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, {}, { "home/config/providers/mine.yaml": definition("mine") });
    const [one, other] = [registryOf(), registryOf()];
    expect(await one.learn(machine, folder.path)).toEqual({ warnings: [] });
    expect(one.named("mine").definedBy).toBe("user");
    expect(Object.keys(other.known)).not.toContain("mine");
    expect(other.known["openai"]).toBeDefined();
    expect(Object.keys(other.known).length).toBeGreaterThan(10);
  });

  it("tells of a project's definitions that do not count, and takes them once it is trusted", async () => {
    await using folder = await temporaryFolder();
    const cwd = join(folder.path, "project");
    const file = "project/.skein/providers/theirs.yaml";
    const machine = machineOf(folder.path, {}, { [file]: definition("theirs") });
    const registry = registryOf();
    expect(await registry.learn(machine, cwd)).toEqual({
      warnings: [],
      untrusted: join(cwd, ".skein/providers"),
    });
    expect(Object.keys(registry.known)).not.toContain("theirs");
    await trustStore(machine.directories.data).add(cwd);
    await registry.learn(machine, cwd);
    expect(registry.named("theirs").definedBy).toBe("project");
  });

  it("learns one project's definitions as often as it is asked, and puts those of another in their place", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(
      folder.path,
      {},
      {
        "one/.skein/providers/theirs.yaml": definition("theirs"),
        "one/.skein/providers/alone.yaml": definition("alone"),
        "other/.skein/providers/theirs.yaml": definition("theirs"),
      },
    );
    const [one, other] = [join(folder.path, "one"), join(folder.path, "other")];
    for (const project of [one, other]) await trustStore(machine.directories.data).add(project);
    const registry = registryOf();
    await registry.learn(machine, one);
    expect(await registry.learn(machine, one)).toEqual({ warnings: [] });
    expect(Object.keys(registry.known)).toEqual(expect.arrayContaining(["alone", "theirs"]));
    const { known } = registry;
    expect(await registry.learn(machine, other)).toEqual({ warnings: [] });
    expect(Object.keys(known)).toContain("theirs");
    expect(Object.keys(known)).not.toContain("alone");
    expect(await registry.learn(machine, folder.path)).toEqual({ warnings: [] });
    expect(Object.keys(known)).not.toContain("theirs");
  });

  it("takes no project's definition of an id that the app, the user or another file has already", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(
      folder.path,
      {},
      {
        "home/config/providers/mine.yaml": definition("mine"),
        "project/.skein/providers/a.yaml": definition("openai"),
        "project/.skein/providers/b.yaml": definition("mine"),
        "project/.skein/providers/c.yaml": definition("theirs"),
        "project/.skein/providers/d.yaml": definition("theirs"),
      },
    );
    const project = join(folder.path, "project");
    await trustStore(machine.directories.data).add(project);
    const registry = registryOf();
    const { warnings } = await registry.learn(machine, project);
    expect(warnings.map((text) => /([a-z])\.yaml does not count/.exec(text)?.[1])).toEqual(["a", "b", "d"]);
    expect(registry.named("mine").definedBy).toBe("user");
    expect(registry.named("theirs").definedBy).toBe("project");
  });

  it("refuses an unknown id, with a next step for the face to word", () => {
    const refusal = () => registryOf().named("nowhere");
    expect(refusal).toThrow(ConfigError);
    expect(refusal).toThrow(expect.objectContaining({ nextStep: { do: "add-provider" } }));
  });

  it("finds the providers whose key stands in an environment", () => {
    expect(registryOf().withKey({ ONE_KEY: "k" })).toEqual(["openai"]);
    expect(registryOf().withKey({ ONE_KEY: " " })).toEqual([]);
  });

  it("loads a provider with the user's address, unless the environment names one, and tells of keys once", async () => {
    await using folder = await temporaryFolder();
    const files = {
      "home/config/config.yaml": "providers: { openai: { baseUrl: http://127.0.0.1:2 } }\n",
    };
    await keptSecrets(machineOf(folder.path)).set("ONE_KEY", "kept");
    const seen: ProviderAccess[] = [];
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const load = (env: Record<string, string>) =>
      registryOf(seen).loaders(machineOf(folder.path, env, files), { say })["openai"]!();
    await load({});
    await load({ ONE_URL: "http://127.0.0.1:3" });
    expect(seen.map(({ baseUrl }) => baseUrl)).toEqual(["http://127.0.0.1:2", undefined]);
    for (const access of seen) expect(await access.secrets("ONE_KEY")).toBe("kept");
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("ONE_KEY is read from a file");
  });
});
