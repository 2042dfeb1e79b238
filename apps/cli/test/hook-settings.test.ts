import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { hooksHome, script } from "./hooks-home.ts";
import { say, shell } from "./replies.ts";

const config = ".config/skein/config.yaml";
const hooksOf = (command: string, event = "PreToolUse") =>
  `hooks:\n  ${event}:\n    - matcher: Bash\n      hooks:\n        - { type: command, command: "${command}" }\n`;

describe("skein hooks list", () => {
  it("says what waits for what, where it stands, and whether it runs", async () => {
    await using home = await hooksHome({ Stop: [{ hooks: [script("stop.sh", { timeout: 5 })] }] });
    await home.put(config, `${hooksOf("./check.sh")}hookFiles: [~/.claude/settings.json]\n`);
    await home.put("project/.skein/config.yaml", hooksOf("./mine.sh"));
    const cwd = home.path("project");
    const list = async () =>
      JSON.parse((await home.skein.here(["hooks", "list", "--json"], {}, { cwd })).stdout) as object;
    const own = {
      event: "PreToolUse",
      matcher: "Bash",
      type: "command",
      run: "./check.sh",
      timeoutSeconds: 600,
      onFailure: "deny",
      variables: [],
      source: `${home.path(config)}:5:11`,
      trusted: true,
    };
    const ofFile = { event: "Stop", matcher: null, timeoutSeconds: 5, onFailure: "continue", trusted: true };
    const ofProject = { run: "./mine.sh", source: `${join(cwd, ".skein", "config.yaml")}:5:11` };
    expect(await list()).toMatchObject({ hooks: [{ ...ofProject, trusted: false }, own, ofFile] });
    const shown = await home.skein.here(["hooks", "list"], {}, { cwd });
    expect(shown.stdout).toMatch(/PreToolUse +Bash +no +\.\/mine\.sh/);
    expect(shown.stderr).toContain(`skein trust ${cwd}`);
    await home.skein.here(["trust", cwd]);
    expect(await list()).toMatchObject({ hooks: [{ ...ofProject, trusted: true }, own, ofFile] });
  });

  it("says that there are none", async () => {
    await using home = await hooksHome({});
    expect(await home.skein.here(["hooks", "list"])).toMatchObject({ exitCode: 0, stderr: "No hooks.\n" });
  });
});

describe("skein hooks test", () => {
  const deny = `grep -q '"command":"rm' && { echo "No rm." >&2; exit 2; }; exit 0`;

  it("runs what would run, and says what would come of it", async () => {
    await using home = await hooksHome(
      { PreToolUse: [{ matcher: "Bash", hooks: [script("check.sh")] }] },
      { "check.sh": deny },
    );
    const test = ["hooks", "test", "pretooluse", "--input", '{"command":"rm -r x"}'];
    const { exitCode, stdout } = await home.skein.here([...test, "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      event: "PreToolUse",
      hooks: [
        {
          run: '"$HOME"/.claude/hooks/check.sh',
          sent: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -r x" } },
          exitCode: 2,
          stderr: "No rm.\n",
          failure: null,
        },
      ],
      effect: { verdict: "deny", reason: "No rm." },
      does: ['deny the call (hook "$HOME"/.claude/hooks/check.sh): No rm.'],
    });
    const words = (await home.skein.here(test)).stdout;
    for (const text of ['"command":"rm -r x"', "exit    2", "err     No rm.", "deny the call"])
      expect(words).toContain(text);
    expect((await home.skein.here(["hooks", "test", "PreToolUse"])).stdout).toContain(
      "go on as without hooks",
    );
  });

  it("says that none waits for it", async () => {
    await using home = await hooksHome({});
    expect(await home.skein.here(["hooks", "test", "Stop"])).toMatchObject({
      exitCode: 0,
      stderr: "No hook waits for this Stop.\n",
    });
  });

  it.each<[string, readonly string[], number, string]>([
    ["a hook that fails", ["Stop"], 6, "It ended with exit code 3."],
    ["an unknown event", ["Stopp"], 2, "Did you mean Stop?"],
    ["no event", [], 2, "An event is missing."],
    ["an input that is no JSON", ["Stop", "--input", "{"], 2, "--input is not JSON"],
    ["an input that is no object", ["Stop", "--input", "[]"], 2, "--input is not a JSON object."],
  ])("ends with its code and words for %s", async (_, args, code, words) => {
    await using home = await hooksHome({ Stop: [{ hooks: [script("stop.sh")] }] }, { "stop.sh": "exit 3" });
    const { exitCode, stdout, stderr } = await home.skein.here(["hooks", "test", ...args]);
    expect([exitCode, `${stdout}${stderr}`.includes(words)]).toEqual([code, true]);
  });
});

describe("hooks of a project", () => {
  const run = async (trusts: boolean) => {
    const home = await hooksHome({});
    await home.put("project/.skein/config.yaml", hooksOf("touch hooked"));
    const cwd = home.path("project");
    await using server = await anthropicServer([{ parts: [shell("t", "ls")] }, say("Done.")]);
    if (trusts) await home.skein.here(["trust", cwd]);
    const env = { ANTHROPIC_BASE_URL: server.url };
    const ended = await home.skein.here(["run", "-t", "go"], env, { cwd });
    return { home, cwd, ended, hooked: existsSync(join(cwd, "hooked")) };
  };

  it("do not run before it is trusted, and it is said", async () => {
    const { home, ended, hooked } = await run(false);
    await using _ = home;
    expect(hooked).toBe(false);
    expect(ended.stderr).toContain("hooks is ignored: the folder is not trusted");
  });

  it("run once it is, and no longer when they change", async () => {
    const { home, cwd, hooked } = await run(true);
    await using _ = home;
    expect(hooked).toBe(true);
    await home.put("project/.skein/config.yaml", hooksOf("touch other"));
    const listed = JSON.parse(
      (await home.skein.here(["hooks", "list", "--json"], {}, { cwd })).stdout,
    ) as object;
    expect(listed).toMatchObject({ project: { trust: "changed" }, hooks: [{ trusted: false }] });
  });

  it("get no key of a provider, and name no files of hooks", async () => {
    await using home = await hooksHome({});
    const file = "project/.skein/config.yaml";
    const cwd = home.path("project");
    await home.put(
      file,
      `hooks: { Stop: [{ hooks: [{ type: command, command: x, allowedEnvVars: [ANTHROPIC_API_KEY] }] }] }\n`,
    );
    await home.skein.here(["trust", cwd]);
    const ended = await home.skein.here(["run", "-t", "go"], {}, { cwd });
    expect([ended.exitCode, ended.stderr]).toEqual([
      2,
      expect.stringContaining("a hook wants ANTHROPIC_API_KEY"),
    ]);
    await home.put(file, "hookFiles: [../.claude/settings.json]\n");
    await home.skein.here(["trust", cwd]);
    const listed = await home.skein.here(["hooks", "list", "--json"], {}, { cwd });
    expect(JSON.parse(listed.stdout)).toMatchObject({ hooks: [] });
  });
});

describe("hooks that cannot be obeyed", () => {
  it.each<[string, string, string, string]>([
    [
      "an unknown event",
      hooksOf("x", "PreTool"),
      ":2:3: hooks.PreTool: There is no event",
      "Use one of: SessionStart",
    ],
    [
      "an unknown field",
      hooksOf("x").replace("type:", "async: true, type:"),
      `:5:13: Unknown key "async"`,
      "Known keys",
    ],
    [
      "a matcher that is no expression",
      hooksOf("x").replace("Bash", '"("'),
      ":3:7: hooks.PreToolUse[0].matcher",
      "regular expression",
    ],
    [
      "no command",
      "hooks: { Stop: [{ hooks: [{ type: command }] }] }",
      ":1:27: hooks.Stop[0].hooks[0] needs",
      "Write it like this",
    ],
    [
      "a type that there is not",
      "hooks: { Stop: [{ hooks: [{ type: prompt, command: x }] }] }",
      ":1:29:",
      "command, http",
    ],
    [
      "nothing to deny",
      "hooks: { Stop: [{ hooks: [{ type: command, command: x, onFailure: deny }] }] }",
      ":1:56:",
      "has nothing to deny",
    ],
    [
      "a file that is not there",
      "hookFiles: [~/none.json]",
      "/none.json, which hookFiles names, does not exist",
      "Correct hookFiles",
    ],
  ])("are an error with their place and a fix: %s", async (_, yaml, place, fix) => {
    await using home = await hooksHome({});
    await home.put(config, yaml);
    const { exitCode, stderr } = await home.skein.here(["run", "-t", "go"]);
    expect(exitCode).toBe(2);
    for (const text of [place, fix]) expect(stderr).toContain(text);
    expect(stderr).not.toContain("    at ");
  });

  it("are one, too, in a file of Claude Code", async () => {
    await using home = await hooksHome({ Stop: [{ hooks: [{ type: "prompt", prompt: "Is it done?" }] }] });
    const { exitCode, stderr } = await home.skein.here(["run", "-t", "go"]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("settings.json:8:13: hooks.Stop[0].hooks[0].type"),
    ]);
  });
});

it("a plugin's hooks.json finds its own folder", async () => {
  await using home = await hooksHome({});
  const command = '"${CLAUDE_PLUGIN_ROOT}"/say.sh';
  await home.put(
    "plugin/hooks/hooks.json",
    JSON.stringify({ description: "d", hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }),
  );
  await home.put("plugin/say.sh", '#!/bin/sh\necho \'{"systemMessage":"From the plugin."}\'\n');
  await (await import("node:fs/promises")).chmod(home.path("plugin/say.sh"), 0o755);
  await home.put(config, "hookFiles: [~/plugin/hooks/hooks.json]\n");
  expect((await home.skein.here(["hooks", "test", "Stop"])).stdout).toContain("From the plugin.");
});
