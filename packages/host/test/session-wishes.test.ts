import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createProviderRegistry, type KnownProvider } from "../src/providers.ts";
import { keptSecrets, usedSecrets } from "../src/secrets.ts";
import type { SessionWishes } from "../src/sessions.ts";
import { sessionSettings, type SettingsWarnings } from "../src/sessions/session-settings.ts";
import {
  changeSetting,
  configuredCommands,
  effectiveSettings,
  keepTheme,
  listSettings,
  settingFix,
  spendingLimits,
  stallLimits,
  userModelFacts,
  webSearchOf,
} from "../src/settings.ts";
import { diagnosticsWishes } from "../src/settings/diagnostics-wishes.ts";

const config = "home/config/config.yaml";

async function place(
  text: string,
  { env = {}, files = {} }: { env?: Record<string, string>; files?: Record<string, string> } = {},
) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, env, { [config]: text, "project/.git/HEAD": "", ...files });
  const cwd = join(folder.path, "project");
  const trust = () => trustStore(machine.directories.data).add(cwd);
  return { machine, cwd, path: folder.path, trust, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("language servers", () => {
  const servers = `languageServers:
  zig: { command: zls, args: [--quiet], extensions: [.Zig, zon] }
  python: { enabled: false, command: pyright }
  bare: { extensions: [x] }
models: { m: { contextTokens: 9 } }
providers: { one: { baseUrl: http://127.0.0.1:2 } }
`;
  const wishesOf = async (text: string, more: Parameters<typeof place>[1] = {}, isTrusted = false) => {
    await using at = await place(text, more);
    if (isTrusted) await at.trust();
    return diagnosticsWishes(at.machine, await effectiveSettings(at.machine, at.cwd));
  };

  it("are those that the user's files name, and nothing else of them", async () => {
    expect((await wishesOf(servers))?.servers).toEqual([
      {
        name: "zig",
        commands: [["zls", "--quiet"]],
        languages: { zig: "zig", zon: "zig" },
        runsProject: false,
      },
      { name: "python", commands: [], languages: {}, runsProject: false },
      { name: "bare", commands: [], languages: {}, runsProject: false },
    ]);
    expect((await wishesOf("model: m\n"))?.servers).toEqual([]);
  });

  it("may run what is the project's where it is trusted or the user wants it", async () => {
    const files = { "project/.skein/config.yaml": "model: m\n" };
    expect(await wishesOf("diagnostics: off\n")).toBeUndefined();
    expect(await wishesOf("diagnosticsTimeout: 3s\n", { files })).toMatchObject({
      mayRunProject: false,
      timeoutMs: 3_000,
    });
    expect(await wishesOf("model: m\n", { files }, true)).toMatchObject({ mayRunProject: true });
    expect(await wishesOf("diagnostics: on\n", { files })).toMatchObject({ mayRunProject: true });
    const restricted = "diagnostics: on\nrestricted: true\n";
    expect(await wishesOf(restricted, { files })).toMatchObject({ mayRunProject: false });
  });
});

describe("who searches the web", () => {
  const searchOf = async (text: string, env: Record<string, string> = {}, kept?: string) => {
    await using at = await place(text, { env });
    if (kept !== undefined) await keptSecrets(at.machine).set("BRAVE_API_KEY", kept);
    const used = usedSecrets();
    return { search: await webSearchOf(at.machine, used), used: used.all() };
  };

  it("is no one, the model's vendor, or an engine with its key", async () => {
    expect((await searchOf("model: m\n")).search).toBeUndefined();
    expect((await searchOf("webSearch: { engine: vendor }\n")).search).toEqual({ by: "vendor" });
    const brave = "webSearch: { engine: brave }\n";
    const given = await searchOf(brave, { BRAVE_API_KEY: "given" });
    expect(given).toMatchObject({ search: { by: "engine", settings: { key: "given" } }, used: [] });
    expect(given.search).toMatchObject({ settings: { engine: { id: "brave" }, url: undefined } });
    const kept = await searchOf(brave, {}, "kept");
    expect(kept).toMatchObject({ search: { settings: { key: "kept" } } });
    expect(kept.used).toEqual([{ name: "BRAVE_API_KEY", value: "kept" }]);
    const written = 'webSearch: { engine: brave, key: "a ${MINE:-b} c" }\n';
    expect((await searchOf(written)).search).toMatchObject({ settings: { key: "a b c" } });
    expect((await searchOf(written, { MINE: "x" })).search).toMatchObject({ settings: { key: "a x c" } });
  });

  it("needs no key where the engine takes none, and then an address", async () => {
    const { search } = await searchOf("webSearch: { engine: searxng, url: http://127.0.0.1:1 }\n");
    expect(search).toMatchObject({ settings: { url: "http://127.0.0.1:1", key: undefined } });
    await expect(searchOf("webSearch: { engine: searxng }\n")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/webSearch: searxng has no address\.$/),
      hint: "Set url to that of your server.",
    });
  });

  it("says what is wrong with it, and where", async () => {
    await expect(searchOf("webSearch: { engine: brave }\n")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/config\.yaml:1:\d+: webSearch wants BRAVE_API_KEY, /),
      hint: "Set BRAVE_API_KEY, or remove webSearch.",
    });
    await expect(searchOf("webSearch: { engine: brav }\n")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/there is no engine "brav"\.$/),
      hint: expect.stringMatching(/^Did you mean brave\? Use one of: brave, .*, vendor\.$/),
    });
    await expect(searchOf("webSearch: { engine: toString }\n")).rejects.toMatchObject({
      hint: expect.stringMatching(/^Use one of: brave, /),
    });
  });
});

describe("settings that are listed and changed", () => {
  it("have their value and its place", async () => {
    await using at = await place("model: m\n", { env: { SKEIN_MODE: "plan" } });
    const { settings, project, warnings } = await listSettings(at.machine, at.cwd);
    const named = (key: string) => settings.find((one) => one.key === key);
    expect(named("model")).toMatchObject({ value: "m", variable: "SKEIN_MODEL" });
    expect(named("model")!.origin).toContain("config.yaml:1");
    expect(named("mode")).toMatchObject({ value: "plan", origin: "SKEIN_MODE" });
    expect(named("provider")).toMatchObject({ value: null });
    expect(named("theme")!.description).not.toBe("");
    expect(project).toMatchObject({ folder: at.cwd });
    expect(warnings).toEqual([]);
  });

  it("are written into the user's file and removed from it", async () => {
    await using at = await place("mode: plan\n", { env: { SKEIN_MODEL: "other", SKEIN_THEME: " " } });
    const file = join(at.path, config);
    expect(await changeSetting(at.machine, "model", "m")).toEqual({ file, overruledBy: "SKEIN_MODEL" });
    expect(await changeSetting(at.machine, "mode", "auto")).toEqual({ file, overruledBy: null });
    expect(readFileSync(file, "utf8")).toBe("mode: auto\nmodel: m\n");
    await changeSetting(at.machine, "model", undefined);
    expect(readFileSync(file, "utf8")).toBe("mode: auto\n");
    expect(await keepTheme(at.machine, "dark")).toEqual({ file });
    expect(readFileSync(file, "utf8")).toContain("theme: dark\n");
    const { directories, env } = at.machine;
    const machine = { directories, env: { ...env, SKEIN_THEME: "light" } };
    expect(await keepTheme(machine, "dark")).toEqual({ file, overruledBy: "SKEIN_THEME" });
  });

  it("are refused by an unknown name and a value that is not allowed", async () => {
    await using at = await place("");
    const change = (key: string, value: string) => changeSetting(at.machine, key, value);
    await expect(change("modle", "m")).rejects.toMatchObject({
      code: "usage",
      message: 'There is no setting "modle".',
      hint: expect.stringMatching(/^Did you mean mod(e|el)\?$/),
    });
    await expect(change("weatherForecast", "m")).rejects.toMatchObject({
      hint: "List them to see their names.",
    });
    await expect(change("mode", "never")).rejects.toMatchObject({
      code: "usage",
      message: 'mode: "never" is not allowed.',
      hint: settingFix("mode", "never"),
    });
    expect(readFileSync(join(at.path, config), "utf8")).toBe("");
    expect(settingFix("mode", "plan")).toBeUndefined();
  });
});

describe("what config files say of money, silence, models and commands", () => {
  const section = (key: string, value: unknown, name = "/c/config.yaml") =>
    ({ key, value, origin: { layer: "user", name } }) as never;

  it("is the lowest limit of all files", () => {
    expect(spendingLimits([])).toEqual({ dayUsd: undefined, projectUsd: undefined });
    const budgets = [
      section("budget", { day: 5, project: null }),
      section("budget", { day: 3 }),
      section("models", { day: 1 }),
    ];
    expect(spendingLimits(budgets)).toEqual({ dayUsd: 3, projectUsd: undefined });
  });

  it("is one time for both kinds of silence", async () => {
    await using at = await place("stallTimeout: 7s\n");
    expect(await stallLimits(at.machine)).toEqual({ firstByteMs: 7_000, idleMs: 7_000 });
    await using none = await place("");
    expect(await stallLimits(none.machine)).toBeUndefined();
  });

  it("is all that is known of a model", async () => {
    await using at = await place(
      "models:\n  a: { contextTokens: 9, toolshim: true, notes: slow, body: { top_k: 2 } }\n  b: {}\n",
    );
    expect(await userModelFacts(at.machine)).toEqual({
      a: { limits: { contextTokens: 9 }, toolshim: true, notes: "slow", body: { top_k: 2 } },
      b: { limits: {}, toolshim: false, notes: "" },
    });
  });

  it("is the first recipe of each command, from the folder of its file", () => {
    const commands = configuredCommands([
      section("slash_commands", [
        { command: " /Paint ", recipe_path: " paint.yaml " },
        { command: "paint", recipe_path: "other.yaml" },
        { command: "bake", recipe_path: "/r/bake.yaml" },
      ]),
      section("models", {}),
    ]);
    expect(commands).toEqual([
      { name: "paint", recipe: join("/c", "paint.yaml") },
      { name: "bake", recipe: "/r/bake.yaml" },
    ]);
  });
});

describe("an agent whose file a session follows", () => {
  const known = (model: string): KnownProvider => ({
    load: () => Promise.reject(new Error("is not loaded here")),
    description: "",
    keyVariables: [],
    defaultModel: model,
  });
  const providers = createProviderRegistry({ one: known("m"), other: known("n") });
  const folder = "home/config/agents";
  const agent = (name: string, fields: string) =>
    `---\nname: ${name}\ndescription: d\n${fields}---\nBe ${name}.\n`;

  async function settingsOf(files: Record<string, string>, wishes: Omit<SessionWishes, "cwd">) {
    await using at = await place("provider: one\n", { files });
    const told: SettingsWarnings[] = [];
    const warn = (one: SettingsWarnings) => void told.push(one);
    const settings = await sessionSettings(
      { machine: at.machine, providers, warn },
      { cwd: at.cwd, ...wishes },
    );
    return { settings, warnings: told.flatMap(({ warnings }) => warnings) };
  }

  it("tells of the problems of that file alone", async () => {
    const files = {
      [`${folder}/one.md`]: agent("one", "temperature: warm\n"),
      [`${folder}/two.md`]: agent("two", "temperature: cold\n"),
    };
    const { warnings } = await settingsOf(files, { agent: "ONE" });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("one.md");
    expect((await settingsOf(files, {})).warnings).toEqual([]);
  });

  it("brings its model, unless the session is said to have another", async () => {
    const files = { [`${folder}/one.md`]: agent("one", "model: special\n") };
    const modelOf = async (overrides: Record<string, string>) => {
      const { settings } = await settingsOf(files, { agent: "one", overrides });
      return `${settings.provider}/${settings.model}`;
    };
    expect(await modelOf({})).toBe("one/special");
    expect(await modelOf({ model: "m2" })).toBe("one/m2");
  });
});

it("nothing is written where settings are only read", async () => {
  await using at = await place("");
  await listSettings(at.machine, at.cwd);
  expect(existsSync(join(at.machine.directories.data))).toBe(false);
});
