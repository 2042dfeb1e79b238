import { runFlags } from "@skein/command-line/flags";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingFields, settingNames } from "@skein/settings";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

describe("skein info", () => {
  it("tells each setting's value and where it comes from", async () => {
    await using skein = await skeinHome();
    const folder = join(skein.home, ".config", "skein");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.yaml"), "# mine\nmaxTurns: 7\njudge: p\nmaxTime: 2m\n");
    const { exitCode, stdout } = await skein.here(["info", "--json"], { SKEIN_MODE: "plan" });
    expect(exitCode).toBe(0);
    const info = JSON.parse(stdout) as Record<string, unknown>;
    const file = join(folder, "config.yaml");
    expect(info).toMatchObject({
      settings: {
        maxTurns: { value: 7, origin: `${file}:2:1`, hasEffect: true },
        mode: { value: "plan", origin: "SKEIN_MODE" },
        maxTime: { value: "120000ms" },
        maxRepetitions: { value: 50, origin: "default" },
        subagentDepth: { value: 2, origin: "default" },
        subagentsAtOnce: { value: 8, origin: "default" },
        judge: { value: "p", hasEffect: true },
        model: { value: null, origin: null },
      },
      sandbox: "off",
      warnings: [],
    });
    const [developer, none] = [{ extension: "developer" }, { startsAgents: false }];
    expect(info["tools"]).toContainEqual({ name: "shell", ...developer, effect: "runs", ...none });
    expect(info["tools"]).toContainEqual({ name: "todo", extension: "todo", effect: "reads", ...none });
    const text = await skein.here(["info"]);
    expect(text.stdout).toContain("subagent (reads, starts agents)");
    expect(
      Math.max(
        ...text.stdout
          .split("\nTools")[0]!
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100);
  });
});

describe("a config file that cannot be read", () => {
  const commands = [
    ["run", "-t", "x"],
    ["info"],
    ["provider", "list"],
    ["provider", "check"],
    ["configure", "--mode", "auto"],
  ];

  it.each(commands)("is exit 2 in skein %s %s, with file, line, column and no stack", async (...args) => {
    await using skein = await skeinHome();
    const folder = join(skein.home, ".config", "skein");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "config.yaml");
    writeFileSync(file, "mode: auto\nmaxTurns: 3\nmaxTurns: 4\n");
    const { exitCode, stdout, stderr } = await skein.here(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(`${file}:3:1: `);
    expect(stderr).toContain(`Correct line 3 of ${file}.`);
    expect(stderr).not.toContain("    at ");
  });
});

it("every flag that a setting names is a flag of skein run", () => {
  const named = settingNames.flatMap((name) => settingFields[name].flag?.name ?? []);
  const known = Object.keys(runFlags).map((name) => `--${name}`);
  expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
});

describe("every command", () => {
  it.each([
    "acp",
    "budget",
    "configure",
    "doctor",
    "info",
    "provider",
    "replay",
    "resume",
    "serve",
    "session",
    "trust",
  ])("%s teaches with --help: usage, examples, every flag", async (command) => {
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.here([command, "--help"], { HOME: "/nowhere" });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const wanted of ["Usage", "Examples", "Flags", "--help"]) expect(stdout).toContain(wanted);
  });

  it.each([
    ["doctor"],
    ["info"],
    ["replay"],
    ["resume"],
    ["provider", "list"],
    ["session", "list"],
    ["trust"],
    ["configure"],
  ])("%s names the flag that was meant, if any, and is exit 2", async (...args) => {
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.here([...args, "--hepl"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Did you mean --help?");
  });

  it.each([["info"], ["provider", "list"], ["session", "list"], ["trust"], ["configure", "--mode", "auto"]])(
    "%s needs a home, and says so in a sentence",
    async (...args) => {
      await using skein = await skeinHome();
      const { exitCode, stdout, stderr } = await skein.here(args, { HOME: "" });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toContain("HOME is not set");
    },
  );
});
