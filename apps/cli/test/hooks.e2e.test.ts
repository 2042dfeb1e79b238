import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hooksHome, script, type HooksHome } from "./hooks-home.ts";
import { say, shell } from "./replies.ts";

const calls = (command: string) => [{ parts: [shell("t1", command)] }, say("Done.")];
const before = (decision: object) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } })}'`;
const onBash = (name: string, more: object = {}) => ({
  PreToolUse: [{ matcher: "Bash", hooks: [script(name, more)] }],
});

/** Blocks by exit code, as scripts for Claude Code do. */
const blocker = `grep -q '"command":"[^"]*rm -rf' && { echo "rm -rf is not allowed here." >&2; exit 2; }
exit 0`;

/** What came of the one call: it ran, or what the model was told, or the exit code of a run that ended. */
async function outcome(home: HooksHome, command: string, args: readonly string[] = []) {
  const { exitCode, stderr, sent } = await home.run(calls(`${command}; touch ran`), args);
  return { ran: existsSync(home.path("ran")), exitCode, stderr, told: sent[1] ?? "" };
}

describe("hooks of Claude Code before a call of the shell", () => {
  const rows: readonly [
    what: string,
    scriptText: string,
    command: string,
    args: string,
    ran: boolean,
    exit: number,
  ][] = [
    ["exit 2 blocks", blocker, "rm -rf build", "--mode auto", false, 0],
    ["exit 0 says nothing, so the mode decides", blocker, "make", "--mode auto", true, 0],
    ["exit 0 says nothing, so the mode asks", blocker, "make", "", false, 7],
    ["deny blocks", before({ permissionDecision: "deny" }), "ls", "--mode auto", false, 0],
    ["ask asks, whatever the mode", before({ permissionDecision: "ask" }), "ls", "--mode auto", false, 7],
    ["allow answers the mode", before({ permissionDecision: "allow" }), "make", "", true, 0],
    ["allow does not free a guarded file", before({ permissionDecision: "allow" }), "cat .env", "", false, 0],
    ["exit 1 fails, and a failure blocks", "exit 1", "ls", "--mode auto", false, 0],
    ["what is not there fails, and blocks", "exec /no/such/program", "ls", "--mode auto", false, 0],
    ["half an answer fails, and blocks", "echo '{'", "ls", "--mode auto", false, 0],
  ];
  it.each(rows)("%s", async (_, text, command, args, ran, exit) => {
    await using home = await hooksHome(onBash("check.sh"), { "check.sh": text });
    await home.put(".env", "");
    const ended = await outcome(home, command, args === "" ? [] : args.split(" "));
    expect([ended.ran, command === "cat .env" ? 0 : ended.exitCode]).toEqual([ran, exit]);
  });

  it("gives the model the words of the hook", async () => {
    await using home = await hooksHome(onBash("check.sh"), { "check.sh": blocker });
    expect((await outcome(home, "rm -rf build", ["--mode", "auto"])).told).toContain(
      "rm -rf is not allowed here.",
    );
  });

  it("shows what a hook that failed had written", async () => {
    await using home = await hooksHome(onBash("check.sh"), {
      "check.sh": "echo jq: not found >&2; exit 127",
    });
    const { told, stderr } = await outcome(home, "ls", ["--mode", "auto"]);
    for (const text of [told, stderr]) expect(text).toContain("It wrote: jq: not found");
  });

  it("goes on after a failure where the hook says so", async () => {
    await using home = await hooksHome(onBash("check.sh", { onFailure: "continue" }), {
      "check.sh": "exit 1",
    });
    expect((await outcome(home, "ls", ["--mode", "auto"])).ran).toBe(true);
  });

  it("ends a hook at its time limit, with all that it started", async () => {
    const text = "sleep 31411 & setsid sleep 31411 & wait";
    await using home = await hooksHome(onBash("check.sh", { timeout: 0.3 }), { "check.sh": text });
    const { ran, told } = await outcome(home, "ls", ["--mode", "auto"]);
    expect([ran, told.includes("It took longer than 0.3 s.")]).toEqual([false, true]);
    const { execFileSync } = await import("node:child_process");
    const left = execFileSync("sh", ["-c", "ps -eo args | grep '^sleep 3141[1]' || true"], {
      encoding: "utf8",
    });
    expect(left).toBe("");
  });
});

describe("an input that a hook has written", () => {
  const rewrites = (command: string) => before({ permissionDecision: "allow", updatedInput: { command } });

  it("is what runs", async () => {
    await using home = await hooksHome(onBash("check.sh"), { "check.sh": rewrites("touch other") });
    expect(await outcome(home, "touch one")).toMatchObject({ ran: false, exitCode: 0 });
    expect([existsSync(home.path("one")), existsSync(home.path("other"))]).toEqual([false, true]);
  });

  it.each<[string, string, string]>([
    ["denied", "permissions: { deny: [shell(git push *)] }", "git push origin main"],
    ["asked about by a rule", "permissions: { ask: [shell(git push *)] }", "git push origin main"],
    ["a guarded file", "", "cat .env"],
  ])("is judged again, and does not run when it is %s", async (_, rules, command) => {
    await using home = await hooksHome(onBash("check.sh"), { "check.sh": rewrites(`touch ran; ${command}`) });
    await home.put(".env", "");
    await home.put(".config/skein/config.yaml", `hookFiles: [~/.claude/settings.json]\n${rules}\n`);
    expect((await outcome(home, "make")).ran).toBe(false);
  });
});

describe("the other hooks of Claude Code", () => {
  const all = {
    SessionStart: [{ matcher: "startup", hooks: [script("start.sh")] }],
    UserPromptSubmit: [{ hooks: [script("prompt.sh")] }],
    PostToolUse: [{ matcher: "Edit|Write", hooks: [script("format.sh")] }],
    PostToolUseFailure: [{ matcher: "Bash", hooks: [script("log.sh")] }],
    Notification: [{ hooks: [script("log.sh")] }],
    PermissionRequest: [{ hooks: [script("log.sh")] }],
    Stop: [{ hooks: [script("stop.sh")] }],
    SubagentStart: [{ hooks: [script("log.sh")] }],
    SubagentStop: [{ hooks: [script("log.sh")] }],
    SessionEnd: [{ hooks: [script("log.sh")] }],
  };
  const log = `sed 's/.*"hook_event_name":"\\([A-Za-z]*\\)".*/\\1/' >> "$CLAUDE_PROJECT_DIR"/log; echo >> "$CLAUDE_PROJECT_DIR"/log`;
  const scripts = {
    "start.sh": "echo The branch is main.",
    "prompt.sh": "echo Today is Monday.",
    "format.sh": `file=$(sed 's/.*"file_path":"\\([^"]*\\)".*/\\1/'); tr a-z A-Z < "$file" > f && mv f "$file"`,
    "stop.sh": `grep -q '"stop_hook_active":true' && exit 0; echo "The tests are red." >&2; exit 2`,
    "log.sh": log,
  };
  const write = {
    type: "tool-call",
    id: "w",
    name: "write",
    input: { path: "a.txt", content: "hello" },
  } as const;
  const subagent = {
    type: "tool-call",
    id: "s",
    name: "subagent",
    input: { instructions: "Look around." },
  } as const;

  it("add context, format, log, and send the model back to work", async () => {
    await using home = await hooksHome(all, scripts);
    const { exitCode, stdout, sent } = await home.run(
      [
        { parts: [write, shell("f", "exit 3")] },
        say("Finished?"),
        { parts: [subagent] },
        say("Looked."),
        say("Done."),
      ],
      ["--mode", "auto"],
    );
    expect([exitCode, stdout]).toEqual([0, "Done.\n"]);
    expect(await home.read("a.txt")).toBe("HELLO");
    expect(sent[0]).toContain("The branch is main.");
    expect(sent[0]).toContain("Today is Monday.");
    expect(sent[2]).toContain("The tests are red.");
    const logged = (await home.read("log")).split("\n").filter((line) => line !== "");
    expect(logged).toEqual(["PostToolUseFailure", "SubagentStart", "SubagentStop", "SessionEnd"]);
  });

  it("are told of an approval that someone is asked for", async () => {
    await using home = await hooksHome(all, scripts);
    expect(await home.run(calls("make"))).toMatchObject({ exitCode: 7 });
    expect(await home.read("log")).toContain("PermissionRequest");
  });
});

describe("hooks below the session", () => {
  it.each<[string, readonly string[]]>([
    ["a subagent", []],
    ["a subagent of a named agent", ["helper"]],
  ])("hold for %s", async (_, [agent]) => {
    await using home = await hooksHome(onBash("check.sh"), {
      "check.sh": `cat > seen; ${blocker.replace("grep", "cat seen | grep")}`,
    });
    await home.put(".config/skein/agents/helper.md", "---\nname: helper\ndescription: Helps\n---\nHelp.\n");
    const input = { instructions: "Clean up.", ...(agent === undefined ? {} : { agent }) };
    const { sent } = await home.run(
      [
        { parts: [{ type: "tool-call", id: "s", name: "subagent", input }] },
        { parts: [shell("t", "rm -rf build; touch ran")] },
        say("Refused."),
        say("Done."),
      ],
      ["--mode", "auto"],
    );
    expect(existsSync(home.path("ran"))).toBe(false);
    expect(sent[2]).toContain("rm -rf is not allowed here.");
    expect(JSON.parse(await home.read("seen"))).toMatchObject({ agent_type: agent ?? "general-purpose" });
  });

  it("hold for a recipe", async () => {
    await using home = await hooksHome(onBash("check.sh"), { "check.sh": blocker });
    await home.put("tidy.yaml", "version: 1.0.0\ntitle: Tidy\ndescription: Tidies\nprompt: Tidy up\n");
    const { sent } = await home.run(calls("rm -rf build; touch ran"), [
      "--mode",
      "auto",
      "--recipe",
      home.path("tidy.yaml"),
    ]);
    expect(existsSync(home.path("ran"))).toBe(false);
    expect(sent[1]).toContain("rm -rf is not allowed here.");
  });
});

describe("the environment of a hook", () => {
  const env = { GITHUB_TOKEN: "ghp_0123456789abcdefghij", HARMLESS: "1" };

  it("is an allowlist, the event's variables, and what the hook names", async () => {
    const check = "env > seen";
    await using home = await hooksHome(onBash("check.sh", { allowedEnvVars: ["HARMLESS"] }), {
      "check.sh": check,
    });
    await using server = await (
      await import("@skein/provider-conformance/servers")
    ).anthropicServer(calls("ls"));
    await home.skein.here(["run", "-t", "go", "-q"], { ...env, ANTHROPIC_BASE_URL: server.url });
    const seen = (await home.read("seen")).split("\n").map((line) => line.split("=", 1)[0] ?? "");
    expect(seen).toEqual(
      expect.arrayContaining([
        "PATH",
        "HOME",
        "HARMLESS",
        "CLAUDE_PROJECT_DIR",
        "SKEIN_SESSION_ID",
        "SKEIN_HOOK_EVENT",
      ]),
    );
    for (const name of ["GITHUB_TOKEN", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"])
      expect(seen).not.toContain(name);
  });
});
