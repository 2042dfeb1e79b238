import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directories } from "@skein/settings";
import { temporaryFolder } from "@skein/test-kit";
import { expect, test } from "vitest";
import { createProviderRegistry, type KnownProvider, type ProviderAccess } from "../src/providers.ts";

/** What a definition in the user's folder comes to. */
async function definedBy(text: string) {
  await using home = await temporaryFolder();
  const env = { SKEIN_HOME: home.path };
  const machine = { env, directories: directories({ env }) };
  const folder = join(machine.directories.config, "providers");
  await mkdir(machine.directories.config);
  await mkdir(folder);
  await writeFile(join(folder, "mine.yaml"), text);
  let access: ProviderAccess | undefined;
  const load: KnownProvider["load"] = async (given) => {
    access = given;
    throw new Error("loaded");
  };
  const registry = createProviderRegistry({ acp: { load, description: "", keyVariables: [] } });
  await registry.learn(machine, home.path);
  const loaders = registry.loaders(machine, { say: undefined });
  const loaded = await loaders["mine"]?.().catch((error: Error) => error.message);
  return { known: registry.known["mine"], agent: access?.agent, loaded };
}

test("A definition with the wire of agents names a program", async () => {
  const { known, agent, loaded } = await definedBy(
    "engine: acp\ncommand: my-agent\nargs: [--acp]\nenv: { A: b }\nmode: ask\nauth_method: key\n",
  );
  expect(known).toMatchObject({
    defaultModel: "default",
    description: "The agent my-agent",
    definedBy: "user",
  });
  expect(agent).toEqual({
    id: "mine",
    command: "my-agent",
    args: ["--acp"],
    variables: { A: "b" },
    mode: "ask",
    authMethod: "key",
  });
  expect(loaded).toBe("loaded");
});

test.each([
  ["engine: acp\n", /mine\.yaml: command must be/],
  ["engine: acp\ncommand: a\nargs: b\n", /args must be a list/],
  ["engine: acp\ncommand: a\nenv: { A: 1 }\n", /env must map/],
  ["engine: acp\ncommand: a\nbaseUrl: x\n", /baseUrl is not known/],
])("%j is an error that names the file and the field", async (text, message) => {
  const { known, loaded } = await definedBy(text);
  expect(known?.description).toMatch(message);
  expect(loaded).toMatch(message);
});
