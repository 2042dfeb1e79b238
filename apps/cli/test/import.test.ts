import { spawn, spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entry } from "./entry.ts";
import { importHome, quiet, type ImportHome } from "./import-home.ts";

const config = ".config/skein/config.yaml";
const notes = ".config/skein/AGENTS.md";

const goose = {
  ".config/goose/config.yaml": `GOOSE_PROVIDER: anthropic
GOOSE_MODEL: some-model-1
GOOSE_MODE: approve
GOOSE_MAX_TURNS: 50
GOOSE_CLI_THEME: dark
extensions:
  developer: { type: builtin, enabled: true, name: developer }
  memory: { type: builtin, enabled: true, name: memory }
  github:
    type: stdio
    enabled: true
    name: GitHub
    cmd: npx
    args: [-y, "@x/github"]
    envs: { GITHUB_TOKEN: ghp_canary1, LEVEL: "3" }
    env_keys: [OTHER_TOKEN]
    timeout: 60
  far:
    type: streamable_http
    enabled: false
    uri: https://example.com/mcp?api_key=canary2
    headers: { Authorization: Bearer $TOK }
    envs: { TOK: canary3 }
  old: { type: sse, uri: "https://example.com/sse" }
  few: { type: stdio, cmd: few, args: [], available_tools: [one] }
`,
  ".config/goose/secrets.yaml": "ANTHROPIC_API_KEY: sk-ant-canary4\nOTHER_TOKEN: canary5\nUNUSED: canary6\n",
  ".config/goose/permission.yaml": `user:
  always_allow: [developer__shell, github__list_issues, memory__remember, few__one]
  ask_before: [github__create_issue]
  never_allow: [text_editor]
smart_approve: { always_allow: [x], ask_before: [], never_allow: [] }
`,
  ".config/goose/memory/dev.txt": "# style ts\nUse tabs.\nReally.\n\nNo semicolons.\n\n",
  ".config/goose/.goosehints": "Be brief.\n",
  ".config/goose/custom_providers/mine.json": '{ "name": "mine", "engine": "openai" }',
  ".goose/memory/here.txt": "Local.\n",
  ".local/share/goose/sessions/one.jsonl": "{}\n",
};

describe.concurrent("skein import goose", () => {
  it("shows the plan and writes nothing without --yes", async () => {
    await using skein = await importHome(goose);
    const before = skein.files();
    const asked = await skein.here(["import", "goose"], quiet);
    expect(asked.exitCode).toBe(7);
    expect(asked.stderr).toContain("--yes");
    expect(asked.stdout).toContain("+ mode: approve (now smart_approve, the default)");
    expect(asked.stdout).toContain("- not taken: GOOSE_CLI_THEME");
    const dry = await skein.here(["import", "goose", "--dry-run"], quiet);
    expect(dry.exitCode).toBe(0);
    expect(dry.stdout).toContain("1 session here");
    expect(asked.stdout + asked.stderr + dry.stdout + dry.stderr).not.toContain("canary");
    expect(skein.files()).toEqual(before);
  });

  it("takes what Skein can have, says what not, and keeps every secret out of the config", async () => {
    await using skein = await importHome(goose);
    const done = await skein.take("goose", "--yes");
    expect(done).toMatchObject({ exitCode: 0, outcome: "written", broken: [], sessions: 1 });
    expect(done.said).not.toContain("canary");
    expect(skein.read(config)).toBe(`provider: anthropic
model: some-model-1
mode: approve
maxTurns: 50
extensions:
  github:
    command: npx
    args:
      - -y
      - "@x/github"
    env:
      GITHUB_TOKEN: \${EXTENSION_GITHUB_GITHUB_TOKEN}
      LEVEL: "3"
      OTHER_TOKEN: \${OTHER_TOKEN}
    timeout: 60s
  far:
    url: https://example.com/mcp?api_key=\${EXTENSION_FAR_API_KEY}
    headers:
      Authorization: \${EXTENSION_FAR_AUTHORIZATION}
    enabled: false
  few:
    command: few
    tools:
      - one
permissions:
  developer__read: deny
  developer__write: deny
  developer__edit: deny
  github__create_issue: ask
  developer__shell: allow
  github__list_issues: allow
  few__one: allow
`);
    const kept = (name: string) => skein.read(`.local/share/skein/secrets/${name}`).trim();
    expect(kept("EXTENSION_GITHUB_GITHUB_TOKEN")).toBe("ghp_canary1");
    expect(kept("EXTENSION_FAR_API_KEY")).toBe("canary2");
    expect(kept("EXTENSION_FAR_AUTHORIZATION")).toBe("Bearer canary3");
    expect(kept("ANTHROPIC_API_KEY")).toBe("sk-ant-canary4");
    expect(kept("OTHER_TOKEN")).toBe("canary5");
    expect(skein.read(notes)).toContain(
      "## From Goose's memory: dev\n\n- [style ts] Use tabs.\n  Really.\n- No semicolons.",
    );
    expect(skein.read(notes)).toContain("Be brief.");
    expect(done.lines("skip")).toEqual([
      "settings GOOSE_CLI_THEME",
      "settings the provider mine",
      "extensions developer",
      "extensions memory",
      "extensions old",
      "permissions always_allow: memory__remember",
      "permissions smart_approve",
      "memory this project's memory",
      "secrets UNUSED",
    ]);
    expect(done.plan.filter(({ action, why = "" }) => action === "skip" && why === "")).toEqual([]);
  });

  it("goes by an extension's name where its key is another, as Goose does", async () => {
    await using skein = await importHome({
      ".config/goose/config.yaml": `extensions:
  one: { type: builtin, enabled: true, name: developer }
  two: { type: stdio, enabled: true, name: Context 7, cmd: ctx }
`,
      ".config/goose/permission.yaml": "user: { always_allow: [context7__find] }\n",
    });
    const { exitCode, stdout } = await skein.here(["import", "goose", "--yes"], quiet);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Skein has its own developer");
    expect(skein.read(config)).toContain("  context7:\n    command: ctx\n");
    expect(skein.read(config)).toContain("context7__find: allow");
  });

  it("has nothing to do the second time", async () => {
    await using skein = await importHome(goose);
    await skein.take("goose", "--yes");
    const before = skein.files().map((path) => [path, skein.read(path)]);
    const again = await skein.take("goose");
    expect(again).toMatchObject({ exitCode: 0, outcome: "nothing-to-do" });
    expect(again.lines("add")).toEqual([]);
    expect(skein.files().map((path) => [path, skein.read(path)])).toEqual(before);
  });

  it("keeps Skein's own values and comments, and replaces values with --overwrite, after a copy", async () => {
    await using skein = await importHome({
      ...goose,
      [config]: `# mine
provider: openai
model: own-model
maxTurns: 7 # short
extensions:
  github: { command: mine }
permissions:
  developer__shell: deny
  github__create_issue: allow
`,
      [notes]: "My own notes.\n",
    });
    const first = await skein.take("goose", "--yes");
    expect(first.lines("keep")).toEqual([
      "settings provider",
      "settings model",
      "settings maxTurns",
      "extensions github",
      "permissions developer__shell",
    ]);
    // Another command is behind the name, so nothing that was said of the one there counts for it.
    expect(first.line("always_allow: github__list_issues")?.action).toBe("skip");
    expect(first.line("ask_before: github__create_issue")?.action).toBe("skip");
    const kept = skein.read(config);
    expect(kept).toContain("# mine\nprovider: openai\nmodel: own-model\nmaxTurns: 7 # short\n");
    expect(kept).toContain("mode: approve");
    expect(skein.read(notes).startsWith("My own notes.\n\n<!-- imported")).toBe(true);

    const second = await skein.take("goose", "--yes", "--overwrite");
    expect(second.line("github")?.why).toContain(
      "Skein's rules of that name count for it: github__create_issue",
    );
    expect(second.line("maxTurns")).toMatchObject({ action: "change", before: "7", after: "50" });
    expect(second.line("developer__shell")).toMatchObject({
      action: "keep",
      why: "Skein's own rule is stricter",
    });
    expect(second.line("github__create_issue")).toMatchObject({
      action: "change",
      before: "allow",
      after: "ask",
    });
    const now = skein.read(config);
    expect(now).toContain("# mine\nprovider: anthropic\nmodel: some-model-1\nmaxTurns: 50 # short\n");
    const folder = join(skein.home, ".config/skein");
    const backups = readdirSync(folder).filter((name) => /^config\.yaml\..*\.backup$/.test(name));
    expect(backups).toHaveLength(2);
    expect(backups.toSorted().map((name) => skein.read(`.config/skein/${name}`))[1]).toBe(kept);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077 & 0o002).toBe(0);
  });

  it("takes only what --only names", async () => {
    await using skein = await importHome(goose);
    const done = await skein.take("goose", "--yes", "--only", "settings,permissions");
    expect(new Set(done.plan.map(({ area }) => area))).toEqual(new Set(["settings", "permissions"]));
    // The extension does not come along, so neither do rules for its tools.
    expect(done.line("always_allow: github__list_issues")?.why).toContain("not taken along");
    expect(skein.files().filter((path) => path.includes("skein"))).toEqual([config]);
  });

  it("tells of files that cannot be read by line, quotes nothing of them, and takes the rest", async () => {
    await using skein = await importHome({
      ...goose,
      ".config/goose/permission.yaml": "user:\n  always_allow: [a\n  canary7: [\n",
      ".config/goose/secrets.yaml": "A: x\n- canary8\n",
      ".config/goose/custom_providers/mine.json": '{ "name": "x",\n  "key": canary9 }',
    });
    const done = await skein.take("goose", "--yes");
    expect(done).toMatchObject({ exitCode: 0, outcome: "written" });
    const folder = join(skein.home, ".config/goose");
    expect(done.broken).toEqual([
      expect.stringMatching(`^${folder}/secrets.yaml:2:\\d+: it is not YAML`),
      expect.stringMatching(`^${folder}/permission.yaml:\\d+:\\d+: it is not YAML`),
      `${folder}/custom_providers/mine.json:2:10: it is not JSON`,
    ]);
    expect(done.said).not.toMatch(/canary[789]/);
    expect(done.said).not.toMatch(/^\s+at /m);
    expect(skein.read(config)).toContain("mode: approve");
  });

  it("reads newer files, and the folder that --from names", async () => {
    await using skein = await importHome({
      "old/config.yaml": `active_provider: openai
providers: { openai: { enabled: true, model: some-model-2 } }
OPENAI_HOST: https://proxy.example.com
OPENAI_BASE_PATH: team/v1/chat/completions
GOOSE_THINKING_EFFORT: "off"
CONTEXT_FILE_NAMES: '["AGENTS.md", "NOTES.md"]'
`,
    });
    await skein.take("goose", "--from", "old", "--yes");
    expect(skein.read(config)).toBe(`provider: openai
model: some-model-2
hints:
  - AGENTS.md
  - NOTES.md
effort: none
providers:
  openai:
    baseUrl: https://proxy.example.com/team/v1
`);
  });

  it("leaves the model of a provider that Skein has not", async () => {
    await using skein = await importHome({
      ".config/goose/config.yaml":
        "GOOSE_PROVIDER: somebody\nGOOSE_MODEL: qwen\nANTHROPIC_HOST: https://u:canary@x\n",
    });
    const done = await skein.take("goose");
    expect(done.outcome).toBe("nothing-to-do");
    expect(done.lines("skip")).toEqual([
      "settings ANTHROPIC_HOST",
      "settings GOOSE_PROVIDER somebody",
      "settings GOOSE_MODEL qwen",
    ]);
    expect(done.said).not.toContain("canary");
  });
});

describe.concurrent("skein import claude", () => {
  it("takes user settings, and never makes an allowance wider", async () => {
    await using skein = await importHome({
      ".claude/settings.json": `{
  // comments are fine
  "model": "some-model-3",
  "env": { "ANTHROPIC_BASE_URL": "https://proxy.example.com", "DEBUG": "canary" },
  "permissions": {
    "allow": ["Bash", "Bash(npm run test:*)", "Read", "Edit", "WebFetch(domain:x)", "mcp__docs", "mcp__docs__find", "mcp__gone__x", "mcp__docs__get_*"],
    "ask": ["mcp__docs__send"],
    "deny": ["Read(./.env)", "Write", "mcp__files"],
    "defaultMode": "acceptEdits",
  },
  "hooks": {},
}`,
      ".claude.json": JSON.stringify({
        mcpServers: {
          docs: {
            type: "http",
            url: "https://example.com/mcp",
            headers: { Authorization: "Bearer ${DOCS_TOKEN}" },
          },
          files: { command: "npx", args: ["-y", "files", "--token", "canary1"], env: { ROOT: "${HOME:-/}" } },
          stream: { type: "sse", url: "https://example.com/sse" },
        },
        projects: { "/elsewhere": { mcpServers: { other: { command: "x" } } } },
      }),
      ".claude/CLAUDE.md": "I like tests.\n@~/more.md\n",
      ".mcp.json": '{ "mcpServers": { "shared": { "command": "x" } } }',
      ".claude/projects/p/1.jsonl": "{}",
    });
    const done = await skein.take("claude", "--yes");
    expect(done).toMatchObject({ exitCode: 0, outcome: "written", sessions: 1, broken: [] });
    expect(done.said).not.toContain("canary");
    expect(skein.read(config)).toBe(`provider: anthropic
model: some-model-3
providers:
  anthropic:
    baseUrl: https://proxy.example.com
mode: accept_edits
extensions:
  docs:
    url: https://example.com/mcp
    headers:
      Authorization: Bearer \${DOCS_TOKEN}
  files:
    command: npx
    args:
      - -y
      - files
      - --token
      - \${EXTENSION_FILES_TOKEN}
    env:
      ROOT: \${HOME:-/}
permissions:
  Read(./.env): deny
  developer__write: deny
  files: deny
  docs__send: ask
  developer__shell: allow
  Bash(npm run test:*): allow
  developer__read: allow
  developer__search: allow
  developer__tree: allow
  WebFetch(domain:x): allow
  docs__find: allow
`);
    expect(done.line("docs")?.why).toContain("needs DOCS_TOKEN");
    expect(done.lines("skip")).toEqual([
      "settings env.DEBUG",
      "extensions stream",
      "extensions shared",
      "extensions other",
      "permissions allow Edit",
      "permissions allow mcp__docs",
      "permissions allow mcp__gone__x",
      "permissions allow mcp__docs__get_*",
    ]);
    expect(done.line("From Claude Code's CLAUDE.md")?.why).toContain("@");
  });

  it("takes a narrower denial along with a tool that is allowed whole, unless it cannot be said", async () => {
    await using skein = await importHome({
      ".claude/settings.json": JSON.stringify({
        permissions: { allow: ["Bash"], deny: ["Bash(rm:*)"], defaultMode: "bypassPermissions" },
      }),
    });
    const done = await skein.take("claude", "--yes");
    expect(done.lines("skip")).toEqual([]);
    expect(skein.read(config)).toBe(
      "mode: auto\npermissions:\n  Bash(rm:*): deny\n  developer__shell: allow\n",
    );
    await using other = await importHome({
      ".claude/settings.json": JSON.stringify({ permissions: { allow: ["Read"], deny: ["Grep(x)"] } }),
    });
    const left = await other.take("claude", "--yes");
    expect(left.lines("skip")).toContain("permissions deny Grep(x)");
  });

  it("takes hooks beside Skein's own, and names what cannot be carried over", async () => {
    const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more });
    const check = {
      matcher: "Bash",
      hooks: [command("./check.sh", { timeout: 5 }), command("./log.sh", { async: true })],
    };
    await using skein = await importHome({
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PreToolUse: [check],
          Stop: [{ hooks: [{ type: "prompt", prompt: "Done?" }, command("npm test")] }],
          WorktreeCreate: [{ hooks: [command("x")] }],
          SessionEnd: [{ hooks: [command("curl -H 'x: ghp_canary0123456789' http://127.0.0.1/")] }],
        },
      }),
      ".claude/settings.local.json": JSON.stringify({ hooks: { Stop: [{ hooks: [command("./mine.sh")] }] } }),
      ".claude/plugins/installed_plugins.json": JSON.stringify({
        plugins: { "fmt@x": [{ installPath: ".claude/plugins/fmt" }] },
      }),
      ".claude/plugins/fmt/hooks/hooks.json": JSON.stringify({
        hooks: { Stop: [{ hooks: [command("./fmt.sh")] }] },
      }),
      [config]: "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: own\n",
    });
    const done = await skein.take("claude", "--yes");
    expect(done).toMatchObject({ exitCode: 0, outcome: "written" });
    expect(skein.read(config)).toBe(`hooks:
  Stop:
    - hooks:
        - type: command
          command: own
    - hooks:
        - type: command
          command: npm test
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: ./check.sh
          timeout: 5
`);
    expect(done.said).not.toContain("canary");
    expect(done.lines("skip")).toEqual([
      "hooks PreToolUse Bash: ./log.sh",
      "hooks Stop: of type prompt",
      "hooks WorktreeCreate: x",
      "hooks SessionEnd: a command with a key",
      "hooks Stop: ./mine.sh",
      "hooks Stop: ./fmt.sh",
    ]);
    expect(done.line("Stop: ./fmt.sh")?.why).toContain("name this file under hookFiles");
    expect(done.line("Stop: ./mine.sh")?.why).toContain("under hooks in .skein/config.yaml");
    expect((await skein.take("claude", "--yes")).outcome).toBe("nothing-to-do");
  });

  it("takes a key, and no alias for a model", async () => {
    await using skein = await importHome({
      ".claude/settings.json": JSON.stringify({ model: "opus", env: { ANTHROPIC_API_KEY: "sk-ant-canary" } }),
    });
    const done = await skein.take("claude", "--yes");
    expect(done.said).not.toContain("canary");
    expect(done.lines("skip")).toEqual(["settings model opus"]);
    expect(skein.read(".local/share/skein/secrets/ANTHROPIC_API_KEY")).toBe("sk-ant-canary\n");
    expect(skein.files()).not.toContain(config);
  });
});

describe.concurrent("skein import codex", () => {
  it("takes model, effort, servers, notes and an API key", async () => {
    await using skein = await importHome({
      ".codex/config.toml": `model = "some-model-4"
model_reasoning_effort = "xhigh"
approval_policy = "on-request"
sandbox_mode = "workspace-write"

[mcp_servers.local]
command = "npx"
args = ["-y", "local", "$NOT_A_REFERENCE", "\${NOR_THIS}"]
env = { LOCAL_API_KEY = "canary1" }
env_vars = ["PASSED"]
tool_timeout_sec = 60.5

[mcp_servers.remote]
url = "https://example.com/mcp"
bearer_token_env_var = "REMOTE_TOKEN"
http_headers = { "X-Team" = "a" }

[mcp_servers.some]
command = "x"
enabled_tools = ["a"]

[profiles.fast]
model = "x"
`,
      ".codex/AGENTS.md": "Short.\n",
      ".codex/auth.json": '{ "OPENAI_API_KEY": "sk-canary2", "tokens": { "access_token": "canary3" } }',
      ".codex/sessions/2026/11/01/rollout.jsonl": "{}",
    });
    const done = await skein.take("codex", "--yes");
    expect(done).toMatchObject({ exitCode: 0, outcome: "written", sessions: 1 });
    expect(done.said).not.toContain("canary");
    expect(skein.read(config)).toBe(`provider: openai
model: some-model-4
effort: max
extensions:
  local:
    command: npx
    args:
      - -y
      - local
      - $NOT_A_REFERENCE
      - $\${NOR_THIS}
    env:
      LOCAL_API_KEY: \${EXTENSION_LOCAL_LOCAL_API_KEY}
      PASSED: \${PASSED:-}
    timeout: 60500ms
  remote:
    url: https://example.com/mcp
    headers:
      X-Team: a
      authorization: Bearer \${REMOTE_TOKEN}
  some:
    command: x
    tools:
      - a
`);
    expect(done.lines("skip")).toEqual([
      'settings approval_policy "on-request"',
      'settings sandbox_mode "workspace-write"',
      "settings profiles",
      "secrets the sign-in",
    ]);
    expect(skein.read(".local/share/skein/secrets/OPENAI_API_KEY")).toBe("sk-canary2\n");
  });

  it("tells where a broken file breaks", async () => {
    await using skein = await importHome({ ".codex/config.toml": 'model = "a"\nkey = canary\n' });
    const done = await skein.take("codex");
    expect(done.broken).toEqual([expect.stringMatching(/config\.toml:2:\d+: it is not TOML$/)]);
    expect(done.said).not.toContain("canary");
  });
});

describe.concurrent("skein import pi, opencode and gemini", () => {
  it("takes pi's model and keys that are written there", async () => {
    await using skein = await importHome({
      ".pi/agent/settings.json":
        '{ "defaultProvider": "anthropic", "defaultModel": "m-1", "defaultThinkingLevel": "minimal", "theme": "dark" }',
      ".pi/agent/auth.json": JSON.stringify({
        anthropic: { type: "api_key", key: "sk-ant-canary" },
        openai: { type: "api_key", key: "!pass show canary" },
        groq: { type: "api_key", key: "gsk-canary" },
        elsewhere: { type: "api_key", key: "else-canary" },
      }),
    });
    const done = await skein.take("pi", "--yes");
    expect(skein.read(config)).toBe("provider: anthropic\nmodel: m-1\neffort: low\n");
    expect(skein.read(".local/share/skein/secrets/ANTHROPIC_API_KEY")).toBe("sk-ant-canary\n");
    expect(skein.read(".local/share/skein/secrets/GROQ_API_KEY")).toBe("gsk-canary\n");
    expect(done.lines("skip")).toEqual([
      "settings theme",
      "secrets the key of openai",
      "secrets the key of elsewhere",
    ]);
    expect(done.said).not.toContain("canary");
  });

  it("takes OpenCode's model, servers and whole denials", async () => {
    await using skein = await importHome({
      ".config/opencode/opencode.jsonc": `{
  "model": "openai/some/model-5", // with a slash
  "mcp": {
    "local": { "type": "local", "command": ["npx", "-y", "x"], "environment": { "A": "{env:A_KEY}" }, "enabled": false },
    "remote": { "type": "remote", "url": "https://example.com/mcp" },
    "filed": { "type": "remote", "url": "https://example.com", "headers": { "A": "{file:~/k}" } },
  },
  "permission": { "*": "ask", "bash": "allow", "edit": "deny", "read": { "*.env": "deny" } },
}`,
    });
    const done = await skein.take("opencode", "--yes");
    expect(skein.read(config)).toBe(`provider: openai
model: some/model-5
extensions:
  local:
    command: npx
    args:
      - -y
      - x
    env:
      A: \${A_KEY:-}
    enabled: false
  remote:
    url: https://example.com/mcp
permissions:
  developer__edit: deny
  developer__write: deny
`);
    expect(done.lines("skip")).toEqual([
      "extensions filed",
      'permissions *: "ask"',
      'permissions bash: "allow"',
      'permissions read: {"*.env":"deny"}',
    ]);
  });

  it("takes Gemini CLI's servers", async () => {
    await using skein = await importHome({
      ".gemini/settings.json": JSON.stringify({
        model: { name: "m-6" },
        mcpServers: {
          a: {
            command: "python",
            args: ["-m", "a", 80],
            env: { KEY: "$MY_KEY" },
            cwd: "./a",
            timeout: 15000,
          },
          b: { httpUrl: "http://localhost:3000/mcp" },
          c: { url: "http://localhost:3000/sse" },
          d: { command: "d", includeTools: ["x"] },
          e: { command: "sh", args: ["-c", "  one\n  two"] },
          "-?-": { command: "f" },
        },
      }),
      ".gemini/GEMINI.md": "Hello.",
    });
    const done = await skein.take("gemini", "--yes");
    expect(skein.read(config)).toBe(`provider: google
model: m-6
extensions:
  a:
    command: python
    args:
      - -m
      - a
      - "80"
    env:
      KEY: \${MY_KEY}
    cwd: ./a
    timeout: 15s
  b:
    url: http://localhost:3000/mcp
  d:
    command: d
    tools:
      - x
`);
    expect(done.lines("skip")).toEqual(["extensions e", "extensions -?-", "extensions c"]);
    expect(skein.read(notes)).toContain("Hello.");
  });
});

describe.concurrent("skein import", () => {
  it("lists what is here, also what is broken", async () => {
    await using skein = await importHome({ ...goose, ".codex/config.toml": "x = [\n" });
    const text = await skein.here(["import"], quiet);
    expect(text).toMatchObject({ exitCode: 0 });
    expect(text.stdout).toMatch(/^goose +4 +3 +8 +2 +1 +1 +.*\.config\/goose$/m);
    expect(text.stdout).toMatch(/^codex +0/m);
    expect(text.stdout).not.toContain("claude");
    expect(text.stderr).toContain("config.toml:");
    const json = await skein.here(["import", "--json"], quiet);
    const { programs } = JSON.parse(json.stdout) as { programs: { id: string }[] };
    expect(programs.map(({ id }) => id)).toEqual(["goose", "codex"]);
    expect(text.stdout + text.stderr + json.stdout).not.toContain("canary");
  });

  it.each([
    [["nothing"], "goose, claude"],
    [["goos"], "Did you mean goose?"],
    [["goose"], "--from DIR"],
    [["goose", "--from", "nowhere"], "nowhere"],
    [["goose", "--only", "setings"], "Did you mean settings?"],
    [["goose", "claude"], "no use for"],
    [["--from", "x"], "--from needs"],
  ])("is 2 for %j", async (args, said) => {
    await using skein = await importHome();
    const { exitCode, stdout, stderr } = await skein.here(["import", ...args], quiet);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(skein.files()).toEqual([]);
  });

  it("says that there is nothing in an empty home", async () => {
    await using skein = await importHome();
    const { exitCode, stderr } = await skein.here(["import"], quiet);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("None of these is here");
  });

  it("builds upon no config that cannot be read", async () => {
    await using skein = await importHome({ ...goose, [config]: "extensions:\n  x: { comand: y }\n" });
    const { exitCode, stderr } = await skein.here(["import", "goose", "--yes"], quiet);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Unknown key "comand" in extensions.x');
    expect(skein.read(config)).toBe("extensions:\n  x: { comand: y }\n");
  });
});

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

describe.skipIf(!hasScript).concurrent("skein import in a terminal", () => {
  async function answer(
    skein: ImportHome,
    typed: string,
  ): Promise<{ exitCode: number | null; shown: string }> {
    const command = `stty cols 100 rows 40; exec "${process.execPath}" "${entry}" import goose --only settings`;
    const { PATH } = process.env;
    const env = { PATH, HOME: skein.home, TERM: "xterm", SHELL: "/bin/sh", SKEIN_NO_KEYRING: "1" };
    const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd: skein.home, env });
    let shown = "";
    let isAsked = false;
    child.stdout.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      if (isAsked || !shown.includes("Write this?")) return;
      isAsked = true;
      setTimeout(() => child.stdin.write(typed), 50);
    });
    const exitCode = await new Promise<number | null>((end) => child.on("close", end));
    expect(isAsked).toBe(true);
    return { exitCode, shown };
  }

  it("writes after a yes", async () => {
    await using skein = await importHome(goose);
    const { exitCode, shown } = await answer(skein, "\u001B[B\r");
    expect(exitCode).toBe(0);
    expect(shown.indexOf("+ mode: approve")).toBeLessThan(shown.indexOf("Write this?"));
    expect(skein.read(config)).toContain("mode: approve");
  });

  it.each([
    ["no, which is the first choice", "\r"],
    ["Ctrl-C", "\u0003"],
  ])("writes nothing after %s", async (_, typed) => {
    await using skein = await importHome(goose);
    const before = skein.files();
    const { exitCode, shown } = await answer(skein, typed);
    expect(exitCode).toBe(130);
    expect(shown).toContain("Nothing was changed.");
    expect(skein.files()).toEqual(before);
  });
});
