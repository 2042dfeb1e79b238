import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentFolders, parseMention, readAgents } from "../../src/subagents/agents/index.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "skein-agents-"));
});
afterAll(() => rm(root, { recursive: true }));

let folders = 0;
async function filesOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, String(++folders));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const read = async (text: string, isForeign = false) =>
  readAgents([{ path: await filesOf({ "one.md": text }), isForeign }]);

describe("a file that describes an agent", () => {
  it.each([
    ["UTF-16 with a mark", Buffer.from("\uFEFF---\ndescription: Prüft\n---\nGrüße.", "utf16le"), []],
    [
      "windows-1252",
      Buffer.from("---\ndescription: Prüft\n---\nGrüße, schöne Öfen.", "latin1"),
      ["it is not UTF-8: read as windows-1252, which is a guess"],
    ],
  ])("may be in %s; a guess is named", async (_, bytes, notes) => {
    const folder = await filesOf({});
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "one.md"), bytes);
    const { agents, problems } = await readAgents([{ path: folder, isForeign: false }]);
    expect(agents).toMatchObject([{ description: "Prüft", system: expect.stringMatching(/^Grüße/) }]);
    expect(problems.map(({ level, message }) => [level, message])).toEqual(notes.map((one) => ["note", one]));
  });

  it("has a name, a description, its own settings, and what the agent is told", async () => {
    const { agents, problems } = await read(
      [
        "---",
        "name: reviewer",
        "description: Reviews changes.",
        "model: small",
        "temperature: 0.2",
        "max_turns: 12",
        "extensions: [developer]",
        "tools: read, search",
        "mode: plan",
        "---",
        "",
        "You are strict.",
        "",
      ].join("\r\n"),
    );
    expect(problems).toEqual([]);
    expect(agents).toMatchObject([
      {
        name: "reviewer",
        description: "Reviews changes.",
        system: "You are strict.",
        model: "small",
        temperature: 0.2,
        maxTurns: 12,
        extensions: ["developer"],
        tools: ["read", "search"],
        mode: "plan",
        path: expect.stringMatching(/one\.md$/) as string,
      },
    ]);
  });

  it("may leave all but its text to be found", async () => {
    const { agents } = await read("---\ncolor: red\n---\n# Finds dead code\nLook at imports.");
    expect(agents[0]).toMatchObject({ name: "one", description: "Finds dead code" });
    expect(agents[0]).not.toHaveProperty("model");
  });

  it("may have a colon in a text without quotes, as other programs allow", async () => {
    const { agents, problems } = await read(
      "---\nname: a\ndescription: Use it for this: looking. <example>user: hi</example>\n---\nLook.",
    );
    expect(problems).toEqual([]);
    expect(agents[0]?.description).toBe("Use it for this: looking. <example>user: hi</example>");
  });

  it("names one that can be mentioned", async () => {
    const { agents } = await read("---\nname: Code Reviewer\ndescription: d\n---\n");
    expect(agents[0]?.name).toBe("Code-Reviewer");
    expect(agents[0]).not.toHaveProperty("system");
  });

  it.each([
    ["no front matter", 1, "does not begin with ---"],
    ["---\nname: a\n", 1, "has no second one"],
    ["---\nname: a\ndescription: [\n---\n", 3, "it is not YAML"],
    ["---\n- a\n---\nx", 2, "there are no fields"],
    ["---\nname: a\n---\n", 1, "there is no description"],
    ["---\ndescription: d\nname: '!!'\n---\n", 3, "the name must be"],
    ["---\nname: a\nname: b\ndescription: d\n---\n", 3, "it is not YAML"],
  ])("is left out and told with its line: %j", async (text, line, message) => {
    const { agents, problems } = await read(text);
    expect(agents).toEqual([]);
    expect(problems).toMatchObject([{ level: "error", message: expect.stringContaining(message) as string }]);
    expect(problems[0]?.line).toBe(line);
  });

  it.each([
    ["max_turns: 0", 4, "max_turns is left out"],
    ["mode: yolo", 4, "the mode"],
    ["temperature: hot", 4, "temperature is left out"],
  ])("counts without a setting that is none: %s", async (setting, line, message) => {
    const { agents, problems } = await read(`---\nname: a\ndescription: d\n${setting}\n---\n`);
    expect(agents).toHaveLength(1);
    expect(problems).toMatchObject([
      { level: "note", line, message: expect.stringContaining(message) as string },
    ]);
  });

  it("that is too large is told", async () => {
    const { problems } = await read(`---\nname: a\ndescription: d\n---\n${"x".repeat(300_000)}`);
    expect(problems[0]?.message).toContain("larger than 262,144 bytes");
  });
});

describe("a file written for another program", () => {
  it("keeps its tools under our names, without those that have conditions", async () => {
    const { agents, problems } = await read(
      "---\nname: a\ndescription: d\ntools: Read, Grep, Glob, Bash(git *), mcp__github__search\nmodel: large\ndisallowedTools: [Edit]\npermissionMode: plan\n---\n",
      true,
    );
    expect(agents[0]).toMatchObject({
      tools: ["read", "search", "tree", "github__search"],
      rules: [
        { tool: "edit", verdict: "deny" },
        { tool: "write", verdict: "deny" },
      ],
      mode: "plan",
    });
    expect(agents[0]).not.toHaveProperty("model");
    expect(problems).toMatchObject([
      { level: "note", line: 4, message: expect.stringContaining("Bash(git *)") as string },
      { level: "note", line: 5, message: expect.stringContaining("the model large") as string },
    ]);
  });

  it("keeps what it forbids, and the model of a provider", async () => {
    const { agents, problems } = await read(
      "---\ndescription: d\nmode: subagent\nmodel: some/one/model\ntools:\n  bash: false\n  read: true\npermission:\n  edit: ask\n  webfetch: allow\n  bash:\n    '*': allow\n    'rm *': deny\n---\nGo.",
      true,
    );
    expect(agents[0]).toMatchObject({
      name: "one",
      provider: "some",
      model: "one/model",
      rules: [
        { tool: "shell", verdict: "deny" },
        { tool: "edit", verdict: "ask" },
        { tool: "write", verdict: "ask" },
        { tool: "shell", verdict: "deny" },
      ],
    });
    expect(agents[0]).not.toHaveProperty("tools");
    expect(problems.map(({ line }) => line)).toEqual([8]);
  });

  it.each(["mode: primary", "disable: true"])("is no subagent with %s", async (line) => {
    expect(await read(`---\ndescription: d\n${line}\n---\nx`, true)).toEqual({ agents: [], problems: [] });
  });
});

describe("agents of several folders", () => {
  it("count once, the first of a name, the project's before the user's", async () => {
    const agent = (name: string, description: string) =>
      `---\nname: ${name}\ndescription: ${description}\n---\n`;
    const project = await filesOf({
      ".skein/agents/x.md": agent("one", "ours"),
      ".claude/agents/x.md": agent("One", "theirs"),
      ".agents/agents/notes.txt": "no agent",
      ".opencode/agent/y.md": agent("two", "project"),
    });
    const home = await filesOf({
      ".goose/agents/y.md": agent("two", "home"),
      ".agents/agents/z.md": agent("three", "home"),
    });
    const names = async (place: object) =>
      (await readAgents(agentFolders({ home, ...place }))).agents.map(
        ({ name, description }) => `${name}: ${description}`,
      );
    expect(await names({ project })).toEqual(["one: ours", "two: project", "three: home"]);
    expect(await names({})).toEqual(["three: home", "two: home"]);
  });
});

describe("a mention at the start of a message", () => {
  it.each([
    ["@reviewer look", { name: "reviewer", rest: "look" }],
    ["  @Reviewer: look\nat this ", { name: "reviewer", rest: "look\nat this" }],
    ["@reviewer", { name: "reviewer", rest: "" }],
    ["@reviewer-two, go", { name: "reviewer-two", rest: "go" }],
    ["@reviewer/notes.md", undefined],
    ["@reviewers look", undefined],
    ["@stranger look", undefined],
    ["ask @reviewer", undefined],
    ["", undefined],
  ])("%j", (text, mention) => {
    expect(parseMention(text, ["reviewer", "reviewer-two"])).toEqual(mention);
  });

  it("is found for every name an agent can have", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,20}$/);
    checkProperty(
      fc.property(name, fc.array(name), fc.string(), (own, others, words) => {
        const mention = parseMention(`@${own} ${words}`, [...others, own]);
        expect(mention?.name.toLowerCase()).toBe(own.toLowerCase());
        expect(mention?.rest).toBe(words.trim());
      }),
    );
  });
});
