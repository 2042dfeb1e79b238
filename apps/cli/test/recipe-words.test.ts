import { join } from "node:path";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { importHome } from "./import-home.ts";

const done: AnthropicReply = { parts: [{ type: "text", text: "Done." }] };
const tidy = `title: Tidy
description: Tidies a folder
prompt: Tidy {{ folder }}
parameters: [{ key: folder, input_type: string, requirement: required, description: Which folder }]
extensions:
  - { type: builtin, name: developer }
  - { type: stdio, name: fs, cmd: fs-server, args: ["a b"], env_keys: [FS_TOKEN] }
retry: { max_retries: 2, checks: [{ type: shell, command: npm test }] }
`;

describe("a recipe whose title and path have several lines", () => {
  it("begins no lines of its own in what is to be agreed to, and is trusted with the words that are shown", async () => {
    const folder = "a\n  SHA-256 of nothing";
    const title = String.raw`Fine\") has nothing to run.\n  shell: (none`;
    const text = `title: "${title}"\ndescription: d\nprompt: p\nextensions: []\nretry: { max_retries: 1, checks: [{ type: shell, command: "true" }] }\n`;
    await using skein = await importHome({ [`${folder}/t.yaml`]: text });
    const { exitCode, stderr } = await skein.here(["run", "--recipe", `${folder}/t.yaml`, "--mode", "auto"]);
    expect(exitCode).toBe(7);
    const [, said = "", ...lines] = stderr.trimEnd().split("\n");
    expect(said).toMatch(/a␊ {2}SHA-256 of nothing\/t\.yaml .*nothing to run\.␊ {2}shell: \(none/);
    expect(lines[0]).toBe("  shell: true (retry.checks[0])");
    expect(lines[1]).toContain(String.raw`skein trust $'a\012  SHA-256 of nothing/t.yaml'`);
    expect(lines).toHaveLength(3);
  });
});

describe("skein recipe validate", () => {
  it("lists all that is wrong, with file, line, column, field and what to do", async () => {
    await using skein = await importHome({
      "bad.yaml": `title: Bad
description: d
promt: x
retry: { max_retries: 0, checks: [] }
parameters:
  - { key: a, input_type: colour, requirement: required, description: A }
extensions:
  - { type: frontend, name: ui, tools: [] }
`,
      "good.yaml": tidy,
      "broken.yaml": "title: x\n  prompt: [\n",
    });
    const { exitCode, stdout } = await skein.here([
      "recipe",
      "validate",
      "bad.yaml",
      "good.yaml",
      "broken.yaml",
    ]);
    expect(exitCode).toBe(2);
    for (const said of [
      /^bad\.yaml:3:1: .*promt.*\n {2}.*prompt/m,
      /^bad\.yaml:4:23: .*\(retry\.max_retries\)/m,
      /^bad\.yaml:6:\d+: .*\(parameters\[0\]\.input_type\)/m,
      /^bad\.yaml:8:5: warning: The tools of the extension ui run in an app/m,
      /bad\.yaml: cannot run, \d+ errors/,
      /good\.yaml: can run$/m,
      /^broken\.yaml:1:8: .*YAML/m,
    ])
      expect(stdout).toMatch(said);
  });

  it("is for scripts with --json and --strict, and 0 when all can run", async () => {
    await using skein = await importHome({ "odd.yaml": `${tidy}colour: red\n` });
    const loose = await skein.here(["recipe", "validate", "odd.yaml", "--json"]);
    expect(loose.exitCode).toBe(0);
    const strict = await skein.here(["recipe", "validate", "odd.yaml", "gone.yaml", "--json", "--strict"]);
    expect(strict.exitCode).toBe(2);
    expect(JSON.parse(strict.stdout)).toMatchObject({
      recipes: [
        {
          file: join(skein.home, "odd.yaml"),
          valid: false,
          problems: [{ code: "unknown-key", severity: "error", line: 9, column: 1, path: "colour" }],
        },
        { file: "gone.yaml", valid: false, problems: [{ severity: "error" }] },
      ],
    });
  });

  it("needs a file, and says so", async () => {
    await using skein = await importHome();
    const { exitCode, stderr } = await skein.here(["recipe", "validate"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("skein recipe validate FILE");
  });
});

describe("skein recipe", () => {
  it("lists those that have a name: here, the user's, and where Goose keeps them", async () => {
    await using skein = await importHome({
      "work/tidy.yaml": tidy,
      ".config/skein/recipes/tidy.yaml": tidy,
      ".config/skein/recipes/own.yaml": tidy,
      ".config/goose/recipes/goosey.yaml": tidy,
    });
    const { stdout } = await skein.here(["recipe", "list", "--json"], {}, { cwd: join(skein.home, "work") });
    const { recipes } = JSON.parse(stdout) as { recipes: { name: string; from: { kind: string } }[] };
    expect(recipes.map(({ name, from }) => [name, from.kind])).toEqual([
      ["tidy", "here"],
      ["own", "user"],
      ["tidy", "user"],
      ["goosey", "goose"],
    ]);
    const goosey = await skein.here(["recipe", "explain", "goosey"]);
    expect(goosey.stdout).toContain("command: fs-server 'a b'");
  });

  it("renders with values, and says what is missing", async () => {
    await using skein = await importHome({ "tidy.yaml": tidy });
    const rendered = await skein.here(["recipe", "render", "tidy", "--params", "folder=a: b # c"]);
    expect(rendered.exitCode).toBe(0);
    expect(rendered.stdout).toContain('prompt: "Tidy a: b # c"');
    const missing = await skein.here(["recipe", "render", "tidy"]);
    expect({ code: missing.exitCode, stdout: missing.stdout }).toEqual({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("--params folder=…");
  });

  it("plans without asking a model", async () => {
    await using skein = await importHome({ "tidy.yaml": tidy });
    const args = ["recipe", "plan", "tidy", "--params", "folder=src", "--model", "some-model", "--json"];
    const { stdout, exitCode } = await skein.here(args);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      models: [{ provider: "anthropic", model: "some-model" }],
      checks: ["npm test"],
      maxRetries: 2,
      secrets: [{ name: "FS_TOKEN", isThere: false }],
      rights: { mode: "smart_approve" },
    });
  });

  it("begins one that validates, and replaces none", async () => {
    await using skein = await importHome();
    const begin = ["recipe", "new", "Count lines", "--prompt", "Count lines in {{ folder }}"];
    expect((await skein.here(begin)).exitCode).toBe(0);
    expect((await skein.here(["recipe", "validate", "count-lines.yaml", "--strict"])).exitCode).toBe(0);
    const again = await skein.here(begin);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain("--force");
    const headless = await skein.here(["recipe", "new", "x"]);
    expect(headless.exitCode).toBe(2);
    expect(headless.stderr).toContain("--prompt");
  });

  it("makes one of a session, which runs", async () => {
    await using server = await anthropicServer([done, done]);
    await using skein = await importHome();
    const env = { ANTHROPIC_BASE_URL: server.url };
    await skein.here(["run", "-t", "Count {{ braces }} here"], env);
    const made = await skein.here(["recipe", "from-session", "-o", "made.yaml"]);
    expect(made).toMatchObject({ exitCode: 0, stdout: "" });
    const again = await skein.here(["run", "--recipe", "made.yaml"], env);
    expect(again.exitCode).toBe(0);
    const { messages } = JSON.parse(server.requests[1]?.bytes.toString() ?? "{}") as {
      messages: { content: { text: string }[] }[];
    };
    expect(messages[0]?.content[0]?.text).toBe("Count {{ braces }} here");
  });

  it("shares one as a link, which is shown and agreed to each time", async () => {
    await using server = await anthropicServer([done]);
    const small =
      'title: Small\ndescription: d\nprompt: "Say {{ a }} {{ b }}"\nparameters:\n  - { key: a, input_type: string, requirement: required, description: A }\n  - { key: b, input_type: file, requirement: required, description: B }\n';
    await using skein = await importHome({ "small.yaml": small, "secret.txt": "own words" });
    const linked = await skein.here([
      "recipe",
      "deeplink",
      "small.yaml",
      "--goose",
      "--params",
      "a=x; rm -rf",
      "--params",
      "b=secret.txt",
    ]);
    const link = linked.stdout.trim();
    expect(link).toMatch(/^goose:\/\/recipe\?config=/);
    const env = { ANTHROPIC_BASE_URL: server.url };
    const args = ["run", "--recipe", link, "--mode", "auto", "--output-format", "json"];
    // A link does not choose which files are read.
    const unnamed = await skein.here(args, env);
    expect(unnamed.exitCode).toBe(2);
    expect(unnamed.stderr).toContain("which a link may not");
    const refused = await skein.here([...args, "--params", "b=secret.txt"], env);
    expect(refused.exitCode).toBe(7);
    const { error } = JSON.parse(refused.stdout) as { error: { message: string; hint: string } };
    expect(error.message).toContain("Say {{ a }} {{ b }}");
    expect(error.message).toContain("a=x; rm -rf");
    expect(server.requests).toEqual([]);
    const hash = /--trust-hash ([0-9a-f]{64})/.exec(error.hint)?.[1] ?? "";
    const agreed = await skein.here([...args, "--params", "b=secret.txt", "--trust-hash", hash], env);
    expect(agreed.exitCode).toBe(0);
    expect(server.requests[0]?.bytes.toString()).toContain("Say x; rm -rf own words");
    expect((await skein.here(["trust", link])).exitCode).toBe(2);
  });

  it("says the word that was meant, and helps with each", async () => {
    await using skein = await importHome();
    const wrong = await skein.here(["recipe", "valdate", "x"]);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain("skein recipe validate");
    const words = [
      "list",
      "validate",
      "explain",
      "render",
      "plan",
      "new",
      "from-session",
      "deeplink",
      "test",
    ];
    for (const word of words) {
      const { exitCode, stdout } = await skein.here(["recipe", word, "--help"]);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(new RegExp(`^skein recipe ${word}: [^]*Usage[^]*Examples[^]*--help`));
    }
  });
});

describe("skein trust RECIPE", () => {
  it("keeps what was agreed to until it is removed, by its path or the beginning of its hash", async () => {
    await using skein = await importHome({
      "tidy.yaml": tidy,
      "plain.yaml": "title: a\ndescription: b\nprompt: c\n",
    });
    const added = JSON.parse((await skein.here(["trust", "tidy.yaml", "--json"])).stdout) as {
      sha256: string;
    };
    const listed = await skein.here(["trust"]);
    expect(listed.stdout).toContain(added.sha256.slice(0, 12));
    expect(listed.stdout).toContain(join(skein.home, "tidy.yaml"));
    const { stdout } = await skein.here(["trust", "--remove", added.sha256.slice(0, 10), "--json"]);
    expect(JSON.parse(stdout)).toEqual({ removed: true });
    expect((await skein.here(["trust", "--remove", "tidy.yaml"])).stderr).toContain("was not trusted");
    expect((await skein.here(["trust", "plain.yaml"])).stderr).toContain("nothing to agree to");
    expect((await skein.here(["trust", "gone"])).exitCode).toBe(2);
  });
});
