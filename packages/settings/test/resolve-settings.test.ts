import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ConfigError } from "@skein/protocol";
import { resolveSettings, SettingsError, type ConfigPath, type FileLayer } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

function file(layer: FileLayer, text: string, changes: Partial<ConfigPath> = {}): ConfigPath {
  const path = join(tempFolder(), layer, "config.yaml");
  mkdirSync(dirname(path));
  writeFileSync(path, text);
  return { path, layer, isRequired: false, isTrusted: true, ...changes };
}

const untrusted = (text: string): ConfigPath => file("project", text, { isTrusted: false });

describe("settings", () => {
  it("have defaults and say so", async () => {
    const { values, origins, warnings } = await resolveSettings({});
    expect(values).toEqual({
      mode: "smart_approve",
      restricted: false,
      maxTurns: 1000,
      maxRepetitions: 50,
      subagentDepth: 2,
      subagentsAtOnce: 8,
      subagentsPerReply: 64,
      subagentsInAll: 500,
      hints: ["AGENTS.md", ".goosehints", "CLAUDE.md"],
      compactAt: 0.75,
      compaction: "summarize",
      sandbox: "auto",
      onCrash: "continue",
      jobs: "end",
      loginPath: "auto",
      launcher: "auto",
      memoryProposals: "off",
      diagnostics: "auto",
      checkpoints: true,
      toolCount: 40,
      toolTokens: 10_000,
      theme: "auto",
      glyphs: "auto",
      notifications: "auto",
      terminalTitle: true,
      screenReader: false,
      reducedMotion: false,
      updateNotice: true,
    });
    expect(origins.mode).toEqual({ layer: "default", name: "default" });
    expect(origins.model).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it("come from the strongest layer that says anything, and tell which", async () => {
    const sources = {
      flags: { maxTurns: "1" },
      env: { SKEIN_MAX_TURNS: "2", SKEIN_TEMPERATURE: "0.2" },
      files: [
        file("project", "maxTurns: 3\ntemperature: 0.3\nprovider: three\n"),
        file("user", "maxTurns: 4\nprovider: four\nmodel: four"),
        file("extra", "model: five\n\n  # a note\njudge: five"),
        file("system", '{ "judge": "six", "planner": "six" }'),
      ],
    };
    const { values, origins } = await resolveSettings(sources);
    expect(values).toMatchObject({
      maxTurns: 1,
      temperature: 0.2,
      provider: "three",
      model: "four",
      judge: "five",
      planner: "six",
    });
    const path = (index: number): string => sources.files[index]!.path;
    expect(origins).toMatchObject({
      maxTurns: { layer: "flag", name: "--max-turns" },
      temperature: { layer: "environment", name: "SKEIN_TEMPERATURE" },
      provider: { layer: "project", name: path(0), line: 3, column: 1 },
      model: { layer: "user", name: path(1), line: 3, column: 1 },
      judge: { layer: "extra", name: path(2), line: 4, column: 1 },
      planner: { layer: "system", name: path(3), line: 1, column: 19 },
    });
  });

  it("can be text, numbers and times, wherever they come from", async () => {
    const fromText = await resolveSettings({
      env: {
        SKEIN_MAX_TIME: "1h30m",
        SKEIN_MAX_COST: "2.5",
        SKEIN_CONTEXT_LIMIT: "8000",
        SKEIN_EFFORT: "high",
      },
    });
    const fromFile = await resolveSettings({
      files: [file("user", "maxTime: 1h30m\nmaxCost: 2.5\ncontextLimit: 8000\neffort: high")],
    });
    expect(fromText.values).toMatchObject({
      maxTimeMs: 5_400_000,
      maxCostUsd: 2.5,
      contextTokens: 8000,
      effort: "high",
    });
    expect(fromFile.values).toEqual(fromText.values);
  });

  it("take an empty variable and an empty entry for not set", async () => {
    const { values } = await resolveSettings({
      env: { SKEIN_MODEL: "" },
      files: [file("user", "model:\nmode: chat")],
    });
    expect(values).not.toHaveProperty("model");
    expect(values.mode).toBe("chat");
  });
});

describe("a value that cannot be used", () => {
  const usage = async (
    sources: Parameters<typeof resolveSettings>[0],
  ): Promise<{ message: string; hint?: string }> =>
    resolveSettings(sources).then(
      () => expect.unreachable("it was taken"),
      (error: { name: string; code: string; message: string; hint: string }) => {
        expect([error.name, error.code]).toEqual(["ConfigError", "usage"]);
        return { message: error.message, hint: error.hint };
      },
    );

  it("in a flag is named with the flag", async () => {
    expect(await usage({ flags: { mode: "autp" } })).toEqual({
      message: '--mode cannot be "autp".',
      hint: "Did you mean auto? Use one of: auto, accept_edits, smart_approve, approve, plan, chat.",
    });
  });

  it("in a variable is named with the variable", async () => {
    expect(await usage({ env: { SKEIN_MAX_TURNS: "0" } })).toEqual({
      message: 'SKEIN_MAX_TURNS cannot be "0".',
      hint: "Give a whole number of at least 1.",
    });
  });

  it("in a file is named with file, line, column and name", async () => {
    const user = file("user", "model: m\n\nmaxTime: 90\n");
    expect(await usage({ files: [user] })).toEqual({
      message: `${user.path}:3:1: maxTime cannot be 90.`,
      hint: "Give a time like 90s, 10m or 1h30m. For that many seconds write 90s.",
    });
  });

  it.each([
    ["maxTurns", ["-1", "1.5", "many", "1e3", "", "Infinity", "9007199254740993", " "]],
    ["temperature", ["-0.1", "2.1", "hot", "NaN", "0x1"]],
    ["maxTimeMs", ["10", "0s", "-5m", "soon"]],
    ["compactAt", ["1.01", "75%"]],
    ["contextTokens", ["999", "128k"]],
    ["effort", ["High", "maximum"]],
    ["sandbox", ["on", "constructor"]],
    ["provider", [" "]],
    ["hints", ["../secret", "a/b", "..", "a,,b", "a\\b", "x\ny"]],
  ])("of %s: %j", async (name, values) => {
    for (const value of values) {
      const { hint } = await usage({ flags: { [name]: value } });
      expect(hint).toMatch(/^(Give|Use one of|Did you mean)/);
    }
  });

  it.each([["[1]"], ["{ a: 1 }"], ["true"], ["2020-01-01"]])(
    "is %s where a number belongs",
    async (value) => {
      const { hint } = await usage({ files: [file("user", `maxTurns: ${value}`)] });
      expect(hint).toBe("Give a whole number of at least 1.");
    },
  );

  it("is an error also where a stronger layer says something better", async () => {
    const { message } = await usage({ flags: { mode: "auto" }, env: { SKEIN_MODE: "yolo" } });
    expect(message).toBe('SKEIN_MODE cannot be "yolo".');
  });

  it("is shown in short and without control characters", async () => {
    const { message } = await usage({ flags: { mode: `\u001b[31m${"x".repeat(500)}` } });
    expect(message).not.toContain("\u001b");
    expect(message.length).toBeLessThan(120);
  });
});

describe("unknown names", () => {
  const refused = (sources: Parameters<typeof resolveSettings>[0]) =>
    resolveSettings(sources).then(
      () => expect.unreachable("they were taken"),
      (error: unknown) =>
        SettingsError.is(error) ? error.problems.map(({ message, fix }) => [message, fix]) : [],
    );

  it("are errors with the name that was probably meant, all at once", async () => {
    const user = file("user", "max_turns: 5\nmodle: m\ncompletely_else: 1\n__proto__: 2\nmode: yolo");
    const list = "Remove it, or write a known key.";
    const env = { SKEIN_MAXTURNS: "5", SKEIN_EFFORT: "huge", SKEIN_HOME: "/x", SKEIN_CALL: "1", OTHER: "x" };
    expect(await refused({ files: [user], env, flags: { maxCostUsd: "much" } })).toEqual([
      ['--max-cost cannot be "much".', "Give a number of at least 0."],
      ['SKEIN_EFFORT cannot be "huge".', "Use one of: none, low, medium, high, max."],
      [`${user.path}:5:1: mode cannot be "yolo".`, expect.stringContaining("Use one of")],
      ["Unknown variable SKEIN_MAXTURNS.", "Did you mean SKEIN_MAX_TURNS?"],
      [`${user.path}:1:1: Unknown key "max_turns".`, `Did you mean maxTurns? ${list}`],
      [`${user.path}:2:1: Unknown key "modle".`, `Did you mean model? ${list}`],
      [`${user.path}:3:1: Unknown key "completely_else".`, list],
      [`${user.path}:4:1: Unknown key "__proto__".`, list],
    ]);
  });

  it("of variables that are like none of ours are warnings: a later version may know them", async () => {
    const { warnings } = await resolveSettings({ env: { SKEIN_SOMETHING_ELSE_AGAIN: "1" } });
    expect(warnings).toEqual(["The variable SKEIN_SOMETHING_ELSE_AGAIN is unknown and has no effect."]);
  });

  it("are told by one error that has them all", async () => {
    const user = file("user", "modle: m\nmaxTurns: 0");
    const error = (await resolveSettings({ files: [user] }).catch(
      (reason: unknown) => reason,
    )) as ConfigError;
    expect(error).toMatchObject({
      name: "ConfigError",
      code: "usage",
      message: "2 settings cannot be used.",
    });
    expect(error.hint).toContain(
      `${user.path}:2:1: maxTurns cannot be 0.\n  Give a whole number of at least 1.`,
    );
    expect(error.hint).toContain(`${user.path}:1:1: Unknown key "modle".\n  Did you mean model?`);
  });
});

describe("sections", () => {
  it("are handed on with their place", async () => {
    const user = file("user", "model: m\nextensions:\n  github: { command: github }");
    const { sections } = await resolveSettings({ files: [user] });
    expect(sections[0]?.placeOf?.(["github"])).toMatchObject({ line: 3 });
    expect(sections).toMatchObject([
      {
        key: "extensions",
        value: { github: { command: "github" } },
        origin: { layer: "user", name: user.path, line: 2, column: 1 },
      },
    ]);
  });

  it("are checked by the app too, and its problems get the place of what they name", async () => {
    const user = file(
      "user",
      "extensions:\n  one: { command: one }\n\n  two:\n    command: two\n    args: [1]\n",
    );
    const error: unknown = await resolveSettings({
      files: [user],
      check: ([section]) =>
        Promise.resolve([{ section: section!, path: ["two"], message: "No.", fix: "Do not." }]),
    }).catch((reason: unknown) => reason);
    expect(SettingsError.is(error) && error.problems).toEqual([
      { message: `${user.path}:6:12: extensions.two.args[0] cannot be 1.`, fix: "Give text." },
      { message: `${user.path}:4:3: No.`, fix: "Do not." },
    ]);
  });
});

describe("a folder that is not trusted", () => {
  it("adds nothing", async () => {
    const project = untrusted("extensions:\n  evil: { cmd: evil }\neffort: high");
    const { values, sections, warnings } = await resolveSettings({ files: [project] });
    expect(values.effort).toBe("high");
    expect(sections).toEqual([]);
    expect(warnings).toEqual([
      `${project.path}:1:1: extensions is ignored: the folder is not trusted. Trust the folder after reading it, or set extensions in your own config.yaml.`,
    ]);
  });

  it("tightens and never loosens", async () => {
    const user = "mode: approve\nmaxTurns: 10\nmaxCost: 1\nsandbox: auto\nonCrash: stop";
    const loose =
      "mode: smart_approve\nmaxTurns: 11\nmaxCost: 2\nsandbox: 'off'\nonCrash: continue\nmaxTime: 1h";
    const tight = "mode: chat\nmaxTurns: 9\nmaxCost: 0\nsandbox: require\nonCrash: stop\nmaxTime: 1m";

    const loosened = await resolveSettings({ files: [untrusted(loose), file("user", user)] });
    expect(loosened.values).toMatchObject({
      mode: "approve",
      maxTurns: 10,
      maxCostUsd: 1,
      sandbox: "auto",
      onCrash: "stop",
    });
    expect(loosened.values.maxTimeMs).toBe(3_600_000);
    expect(loosened.warnings).toHaveLength(5);
    expect(loosened.warnings.join("\n")).toContain(
      'mode is ignored: "smart_approve" is not stricter than "approve", and the folder is not trusted.',
    );

    const tightened = await resolveSettings({ files: [untrusted(tight), file("user", user)] });
    expect(tightened.values).toMatchObject({
      mode: "chat",
      maxTurns: 9,
      maxCostUsd: 0,
      sandbox: "require",
      maxTimeMs: 60_000,
    });
    expect(tightened.warnings).toEqual([]);

    const trusted = await resolveSettings({ files: [file("project", loose), file("user", user)] });
    expect(trusted.values).toMatchObject({
      mode: "smart_approve",
      maxTurns: 11,
      sandbox: "off",
      onCrash: "continue",
    });
  });

  it.each([
    ["auto", ["smart_approve", "approve", "plan", "chat"]],
    ["smart_approve", ["approve", "plan", "chat"]],
    ["approve", ["chat"]],
    ["plan", ["chat"]],
    ["chat", []],
  ])("may go from mode %s to %j only", async (mode, allowed) => {
    for (const wanted of ["auto", "smart_approve", "approve", "plan", "chat"]) {
      const files = [untrusted(`mode: ${wanted}`), file("user", `mode: ${mode}`)];
      const { values } = await resolveSettings({ files });
      expect(values.mode).toBe(allowed.includes(wanted) ? wanted : mode);
    }
  });

  it("runs no command for a status line", async () => {
    const text = "statusLine: rm -rf ~";
    const { values, warnings } = await resolveSettings({ files: [untrusted(text)] });
    expect(values.statusLine).toBeUndefined();
    expect(warnings.join("\n")).toContain("statusLine is ignored");
    expect((await resolveSettings({ files: [file("project", text)] })).values.statusLine).toBe("rm -rf ~");
  });

  it("may read fewer files of notes and no others", async () => {
    const hintsOf = async (text: string) =>
      (await resolveSettings({ files: [untrusted(text)] })).values.hints;
    expect(await hintsOf("hints: [CLAUDE.md]")).toEqual(["CLAUDE.md"]);
    expect(await hintsOf("hints: []")).toEqual([]);
    expect(await hintsOf("hints: [CLAUDE.md, .env]")).toContain("AGENTS.md");
  });

  it("gives way to what the user says on the command line", async () => {
    const { values } = await resolveSettings({ flags: { mode: "auto" }, files: [untrusted("mode: chat")] });
    expect(values.mode).toBe("auto");
  });
});
