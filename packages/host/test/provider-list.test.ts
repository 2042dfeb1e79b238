import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptedProvider } from "@skein/provider-replay";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { isFirstTime } from "../src/index.ts";
import {
  createProviderRegistry,
  definitionFile,
  definitionNamed,
  httpLogFolder,
  keepDefinition,
  knownModel,
  listProviders,
  requireOffered,
  type KnownProvider,
} from "../src/providers.ts";
import { keptSecrets } from "../src/secrets.ts";

const known = (more: Partial<KnownProvider> = {}): KnownProvider => ({
  load: async () => scriptedProvider(),
  description: "",
  keyVariables: ["ONE_KEY"],
  defaultModel: "m",
  ...more,
});
const definition = (name: string, more = "") =>
  `name: ${name}\nengine: openai\nbase_url: "http://\${THE_HOST}/v1"\napi_key_env: THEIR_KEY\n` +
  `models: [{ name: m }]\n${more}`;
const variables = `env_vars:
  - { name: THE_HOST, required: true }
  - { name: THE_PORT, required: true, default: "80" }
  - { name: THE_PATH, required: false }
`;

describe("a definition in a file", () => {
  async function registryOf(files: Readonly<Record<string, string>>, isTrusted = false) {
    const folder = await temporaryFolder();
    const machine = machineOf(folder.path, {}, files);
    const cwd = join(folder.path, "project");
    if (isTrusted) await trustStore(machine.directories.data).add(cwd);
    const registry = createProviderRegistry({ openai: known() });
    const learned = await registry.learn(machine, cwd);
    return { registry, machine, cwd, learned, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
  }
  const folder = "home/config/providers";

  it("is a provider with its key, its model and the variables that must be set", async () => {
    await using at = await registryOf({
      [`${folder}/theirs.yaml`]: definition("theirs", `description: Theirs\n${variables}`),
    });
    expect(at.registry.named("theirs")).toMatchObject({
      description: "Theirs",
      keyVariables: ["THEIR_KEY"],
      neededVariables: ["THE_HOST"],
      defaultModel: "m",
      definedBy: "user",
    });
    expect(at.registry.named("theirs").isKeyOptional).toBeUndefined();
  });

  it("that cannot be used is one all the same, which needs no key and says why when it is loaded", async () => {
    await using at = await registryOf({
      [`${folder}/Broken.yaml`]: "name: [\n",
      [`${folder}/free.yaml`]: definition("free", `requires_auth: false\n${variables}`),
      [`${folder}/.hidden.yaml`]: definition("hidden"),
      [`${folder}/notes.txt`]: "no definition",
    });
    const broken = at.registry.named("broken");
    expect(broken).toMatchObject({ keyVariables: [], definedBy: "user" });
    expect(broken.description).toMatch(/^cannot be used: /);
    await expect(broken.load({} as never)).rejects.toMatchObject({ name: "ConfigError" });
    expect(at.registry.named("free").isKeyOptional).toBe(true);
    expect(Object.keys(at.registry.known)).not.toContain("hidden");
    expect(Object.keys(at.registry.known)).not.toContain("notes");
  });

  it("in another encoding is not guessed", async () => {
    await using at = await registryOf({});
    const file = definitionFile(at.machine, "latin");
    await keepDefinition(at.machine, "latin", { engine: "openai" });
    writeFileSync(file, Buffer.from("name: latin\ndescription: caf\xe9\n", "latin1"));
    await at.registry.learn(at.machine, at.cwd);
    await expect(at.registry.named("latin").load({} as never)).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining("it is not UTF-8"),
    });
  });

  it("of a project counts neither untrusted nor where the user restricts the session", async () => {
    const files = { "project/.skein/providers/theirs.yaml": definition("theirs", variables) };
    await using trusted = await registryOf(files, true);
    expect(trusted.registry.named("theirs").definedBy).toBe("project");
    expect(trusted.learned.untrusted).toBeUndefined();
    await using restricted = await registryOf(
      { ...files, "home/config/config.yaml": "restricted: true\n" },
      true,
    );
    expect(Object.keys(restricted.registry.known)).not.toContain("theirs");
    expect(restricted.learned).toEqual({ warnings: [] });
  });

  it("is kept in place of one of its name, and wins over a bundled one", async () => {
    await using at = await registryOf({
      [`${folder}/theirs.yaml`]: definition("theirs", "api: responses\n"),
    });
    const fields = {
      engine: "openai",
      base_url: "http://127.0.0.1:1/v1",
      api_key_env: "",
      display_name: null,
    };
    const file = await keepDefinition(at.machine, "theirs", fields);
    expect(file).toBe(join(at.machine.directories.config, "providers/theirs.yaml"));
    expect(await definitionNamed(at.machine, "theirs")).toMatchObject({
      name: "theirs",
      baseUrl: "http://127.0.0.1:1/v1",
      api: "chat",
      keyVariables: [],
    });
    expect(await definitionNamed(at.machine, "none")).toBeUndefined();
    expect(await definitionNamed(at.machine, "toString")).toBeUndefined();
    expect((await definitionNamed(at.machine, "databricks"))?.name).toBe("databricks");
    await keepDefinition(at.machine, "databricks", fields);
    expect((await definitionNamed(at.machine, "databricks"))?.baseUrl).toBe("http://127.0.0.1:1/v1");
  });
});

describe("the list of providers", () => {
  async function listed(
    provider: Partial<KnownProvider>,
    env: Readonly<Record<string, string>> = {},
    config = "",
  ) {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path, env, { "home/config/config.yaml": config });
    if (env["KEPT"]) await keptSecrets(machine).set("ONE_KEY", "kept");
    const [first] = await listProviders(machine, { known: { one: known(provider) } }, folder.path);
    return first!;
  }

  it("says what each is, where its key is and which one is chosen", async () => {
    expect(await listed({ description: "One" })).toEqual({
      id: "one",
      description: "One",
      definedBy: null,
      needsKey: true,
      key: null,
      missing: ["ONE_KEY"],
      defaultModel: "m",
      baseUrl: null,
      isChosen: false,
    });
    const config = "provider: one\nproviders: { one: { baseUrl: http://127.0.0.1:2 } }\n";
    expect(await listed({ definedBy: "bundled" }, { ONE_KEY: "k" }, config)).toMatchObject({
      definedBy: "bundled",
      key: { variable: "ONE_KEY", place: { kind: "environment" } },
      missing: [],
      baseUrl: "http://127.0.0.1:2",
      isChosen: true,
    });
    expect(await listed({}, { KEPT: "1" })).toMatchObject({ key: { place: { kind: "file" } }, missing: [] });
  });

  it.each<[name: string, Partial<KnownProvider>, env: Record<string, string>, missing: readonly string[]]>([
    ["a key or another way", { keyAlternative: "a login" }, {}, ["ONE_KEY or a login"]],
    ["no optional key", { isKeyOptional: true }, {}, []],
    ["no key where there is none", { keyVariables: [] }, {}, []],
    ["its variables", { neededVariables: ["A", "B"] }, { ONE_KEY: "k", A: "1", B: " " }, ["B"]],
    [
      "no variables of a bundled one's address, where that is set",
      { definedBy: "bundled", addressVariable: "URL", neededVariables: ["A"] },
      { ONE_KEY: "k", URL: "http://127.0.0.1:1" },
      [],
    ],
    [
      "the variables of a bundled one without an address",
      { definedBy: "bundled", addressVariable: "URL", neededVariables: ["A"] },
      { ONE_KEY: "k" },
      ["A"],
    ],
    [
      "the variables of the user's own, whose address needs them",
      { definedBy: "user", addressVariable: "URL", neededVariables: ["A"] },
      { ONE_KEY: "k", URL: "http://127.0.0.1:1" },
      ["A"],
    ],
  ])("says what is missing: %s", async (_name, provider, env, missing) => {
    expect(await listed(provider, env)).toMatchObject({ missing });
  });

  it("says what needs no key", async () => {
    expect(await listed({ isKeyOptional: true })).toMatchObject({ needsKey: false });
    expect(await listed({ keyVariables: [] })).toMatchObject({ needsKey: false });
  });
});

describe("a model", () => {
  const models = (...ids: readonly string[]) => ({
    id: "one",
    model: (id: string) => ({ id, limits: { contextTokens: id === "big" ? 1000 : undefined } }),
    models: async () => ids.map((id) => ({ id })),
  });
  async function sourcesOf(ids: readonly string[], config = "") {
    const folder = await temporaryFolder();
    const machine = machineOf(folder.path, { ONE_KEY: "k" }, { "home/config/config.yaml": config });
    const load = async () => models(...ids) as never;
    const providers = createProviderRegistry({ one: known({ load }) });
    return { machine, providers, path: folder.path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
  }

  it("is known by the user's files before the provider's catalogue", async () => {
    await using at = await sourcesOf(
      [],
      "models: { big: { contextTokens: 500 }, own: { outputTokens: 9 } }\n",
    );
    const limits = async (model: string, provider = "one") =>
      (await knownModel(at, { provider, model })).limits;
    expect(await limits("big")).toEqual({ contextTokens: 500 });
    expect(await limits("own")).toMatchObject({ outputTokens: 9 });
    expect(await limits("big", "unknown")).toEqual({ contextTokens: 500 });
    expect(await limits("toString", "toString")).toEqual({});
  });

  it("that a provider does not list is refused with a guess, unless something is known of it", async () => {
    await using at = await sourcesOf(["small", "medium"], "models: { own: { notes: mine } }\n");
    const checkModel = (model: string) => requireOffered(at, { provider: "one", model }, at.path);
    for (const model of ["big", "own", "small"]) await expect(checkModel(model)).resolves.toBeUndefined();
    await expect(checkModel("smal")).rejects.toMatchObject({
      code: "usage",
      message: 'one has no model "smal".',
      hint:
        "Did you mean small?\nIt has: small, medium.\n" +
        "One that it does not list can be named in config.yaml, under `models`.",
    });
    await using none = await sourcesOf([]);
    await expect(requireOffered(none, { provider: "one", model: "any" }, none.path)).resolves.toBeUndefined();
    await using many = await sourcesOf(Array.from({ length: 14 }, (_, at1) => `model-${at1 + 10}`));
    await expect(requireOffered(many, { provider: "one", model: "x" }, many.path)).rejects.toMatchObject({
      hint: expect.stringMatching(/^It has: model-10, .*model-21, and 2 more\.\n/),
    });
  });
});

describe("what is said the first time", () => {
  it("is said once on a machine, and again where it cannot be noted", async () => {
    await using folder = await temporaryFolder();
    const machine = machineOf(folder.path);
    expect([
      await isFirstTime(machine, "hello"),
      await isFirstTime(machine, "hello"),
      await isFirstTime(machine, "other"),
    ]).toEqual([true, false, true]);
    expect(statSync(join(machine.directories.state, "said/hello")).mode & 0o777).toBe(0o600);
    const blocked = machineOf(folder.path, { SKEIN_HOME: join(folder.path, "file") }, { file: "no folder" });
    expect([await isFirstTime(blocked, "hello"), await isFirstTime(blocked, "hello")]).toEqual([true, true]);
  });
});

describe("the folder in which requests are written down", () => {
  it("is the one that is named, else one of its own where it is wanted", async () => {
    await using folder = await temporaryFolder();
    const named = machineOf(folder.path, { SKEIN_DEBUG_HTTP: ` ${folder.path}/log ` });
    expect(httpLogFolder(named, false, 7)).toBe(join(folder.path, "log"));
    for (const machine of [machineOf(folder.path), machineOf(folder.path, { SKEIN_DEBUG_HTTP: " " })]) {
      expect(httpLogFolder(machine, false, 7)).toBeUndefined();
      const own = httpLogFolder(machine, true, 7)!;
      expect(own.slice(0, -"/2026-01-01T00-00-00-000Z-7".length)).toBe(
        join(machine.directories.state, "http"),
      );
      expect(own).toMatch(/[/\\]\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-7$/);
      expect(existsSync(own)).toBe(false);
    }
  });
});
