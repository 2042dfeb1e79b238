import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandFiles, type CommandPlaces } from "../src/files/command-files.ts";
import { recipeFiles } from "../src/files/recipe-files.ts";
import { chatWith } from "./chat-with.ts";

/** The folder with these files. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  }
  return folder.path;
}

const places = (root: string, more: Partial<CommandPlaces> = {}): CommandPlaces => ({
  project: [join(root, "project")],
  home: join(root, "home"),
  config: join(root, "config"),
  ...more,
});

describe("files that are commands", () => {
  it("are those of the user first, then those of the project, the nearest folder first", async () => {
    const root = await folderWith({
      "config/commands/a.md": "1",
      "home/.skein/commands/a.md": "2",
      "home/.claude/commands/a.md": "3",
      "project/inner/.skein/commands/a.md": "4",
      "project/inner/.claude/commands/a.md": "5",
      "project/.skein/commands/b.md": "7",
      "project/.skein/commands/a.md": "6",
      "project/.claude/commands/a.md": "8",
      "other/.skein/commands/a.md": "9",
    });
    const project = [join(root, "home"), join(root, "project"), join(root, "project/inner")];
    const found = await commandFiles(places(root, { project }));
    expect(found.map(({ template, isOfProject }) => [template, isOfProject])).toEqual([
      ["1", false],
      ["2", false],
      ["3", false],
      ["4", true],
      ["5", true],
      ["6", true],
      ["7", true],
      ["8", true],
    ]);
    expect(found[0]).toEqual({
      name: "a",
      path: join(root, "config/commands/a.md"),
      isOfProject: false,
      fields: {},
      template: "1",
      guess: "",
    });
    const without = await commandFiles(places(root, { project: [], home: undefined }));
    expect(without.map(({ template }) => template)).toEqual(["1"]);
  });

  it("may be four folders deep", async () => {
    const deep = (depth: number) => `config/commands/${"d/".repeat(depth)}at-${depth}.md`;
    const root = await folderWith(
      Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((depth) => [deep(depth), "x"])),
    );
    const found = await commandFiles(places(root));
    expect(found.map(({ name }) => name).toSorted()).toEqual(["at-0", "at-1", "at-2", "at-3", "at-4"]);
  });

  it("have names that can be typed, in small letters", async () => {
    const names = [
      "Up.md",
      "a-b_c1.md",
      "a b.md",
      "a.b.md",
      "é.md",
      ".md",
      "x.md.bak",
      "x.md.md",
      "d.md/a b.md",
      "xmd",
      "y.txt",
      "z.MD",
    ];
    const root = await folderWith(Object.fromEntries(names.map((name) => [`config/commands/${name}`, "x"])));
    expect((await commandFiles(places(root))).map(({ name }) => name)).toEqual(["up", "a-b_c1"]);
  });

  it("are at most 256 KiB long", async () => {
    const most = 256 * 1024;
    const root = await folderWith({
      "config/commands/fits.md": "x".repeat(most),
      "config/commands/long.md": "x".repeat(most + 1),
    });
    expect((await commandFiles(places(root))).map(({ name }) => name)).toEqual(["fits"]);
  });

  it("say what is wrong with their fields", async () => {
    const root = await folderWith({ "config/commands/a.md": "---\nmodel: [\n---\nx" });
    expect(await commandFiles(places(root))).toMatchObject([
      { name: "a", fields: {}, template: "", problem: expect.stringMatching(/^line \d+: /) as string },
    ]);
  });
});

describe("files that are recipes", () => {
  it("are those of the user, then those of the project, the nearest folder first", async () => {
    const root = await folderWith({
      "config/recipes/b.yaml": "title: One",
      "config/recipes/a.yml": "title: Zero",
      "project/inner/.skein/recipes/a.json": '{ "prompt": "p",\n  "title": "Two",\n  "x": 1 }',
      "project/.skein/recipes/A-1.yaml": "description: d\ntitle: 'Three'  \n",
      "home/.skein/recipes/a.yaml": "title: Not looked for",
    });
    const project = [join(root, "project"), join(root, "project/inner")];
    const found = await recipeFiles(places(root, { project }));
    expect(found.map(({ name, title }) => [name, title])).toEqual([
      ["a", "Zero"],
      ["b", "One"],
      ["a", "Two"],
      ["a-1", "Three"],
    ]);
    expect(found[0]?.path).toBe(join(root, "config/recipes/a.yml"));
  });

  it("have names that can be typed, and their title near their beginning", async () => {
    const names = ["a.test.yaml", "a b.yaml", "ayaml", "b.yaml.bak", "c.txt", ".yaml"];
    const root = await folderWith({
      ...Object.fromEntries(names.map((name) => [`config/recipes/${name}`, "title: T"])),
      "config/recipes/early.yaml": `# ${"x".repeat(3_900)}\ntitle: Early`,
      "config/recipes/late.yaml": `# ${"x".repeat(4_000)}\ntitle: Late`,
      "config/recipes/none.yaml": "subtitle: T",
    });
    mkdirSync(join(root, "config/recipes/folder.yaml"));
    const found = await recipeFiles(places(root));
    expect(found.map(({ name, title }) => [name, title])).toEqual([
      ["early", "Early"],
      ["late", undefined],
      ["none", undefined],
    ]);
  });
});

describe("the command of a file", () => {
  it.each([
    ["Look.", { description: "Look.", argument: { hint: "TEXT", isOptional: true } }],
    ["\n\n##  Look around \nmore", { description: "Look around" }],
    ["Look at $1.", { argument: { hint: "TEXT" } }],
    ["Look at $ARGUMENTS.", { argument: { hint: "TEXT" } }],
    ["---\nargument-hint: WHERE\n---\nLook.", { argument: { hint: "WHERE" } }],
    ["---\nargument-hint: [WHERE, HOW]\n---\nLook.", { argument: { hint: "WHERE HOW" } }],
    ["---\ndescription: '  Look '\n---\nx", { description: "Look" }],
    ["---\ndescription: '  '\n---\nx", { description: "x" }],
    ["---\ndescription: 7\n---\nx", { description: "x" }],
  ])("is described by it: %j", async (content, described) => {
    const { commands } = await chatWith({ files: { "home/config/commands/it.md": content } });
    const command = commands.list.find(({ name }) => name === "it");
    expect(command?.group).toBe("commands");
    expect({ description: command?.description, argument: command?.argument }).toMatchObject(described);
  });

  it("has its path for a description where it is empty, and an argument is required where it has a place", async () => {
    const { commands, path } = await chatWith({
      files: { "home/config/commands/it.md": " \n#\n", "home/config/commands/at.md": "At $1." },
    });
    const named = (name: string) => commands.list.find((one) => one.name === name);
    expect(named("it")?.description).toBe(join(path, "home/config/commands/it.md"));
    expect(named("at")?.argument).toEqual({ hint: "TEXT" });
  });

  it.each([
    ["a $1 b $2 c $9", "one 'two three'", "a one b two three c "],
    ["$10 and $0", "one", "$10 and $0\n\none"],
    ["$ARGUMENTSX", "one", "$ARGUMENTSX\n\none"],
    ["$1", String.raw`"a \"b\" c" d`, 'a "b" c'],
    ["$1-$2", "\"\" 'x'", "-x"],
    ["Look.", "", "Look."],
    ["Look at $1.", "", "Look at ."],
  ])("sends its text with what was typed: %j %j", async (content, argument, text) => {
    const { run } = await chatWith({ files: { "home/config/commands/it.md": content } });
    expect(await run("it", argument)).toEqual({ kind: "send", when: "now", text });
  });

  it("is for the model that it names", async () => {
    const { run } = await chatWith({
      files: {
        "home/config/commands/same.md": "---\nmodel: m\n---\nx",
        "home/config/commands/other.md": "---\nmodel: opus\n---\nx",
        "home/config/commands/foreign.md": "---\ndisable-model-invocation: true\n---\nx",
        "home/config/commands/misspelt.md": "---\nTools: Read\n---\nx",
        "home/config/commands/wrong.md": "---\nallowed-tools: [Read, '(x)']\n---\nx",
        "home/config/commands/number.md": "---\nallowed-tools: 7\n---\nx",
      },
    });
    expect(await run("same")).toMatchObject({ kind: "send", text: "x" });
    expect(await run("foreign")).toMatchObject({ kind: "send", text: "x" });
    const refused = { code: "usage" };
    await expect(run("other")).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/other\.md: it is written for the model opus, and another/) as string,
    });
    await expect(run("misspelt")).rejects.toMatchObject({ ...refused, hint: "Did you mean allowed-tools?" });
    await expect(run("wrong")).rejects.toMatchObject({
      message: expect.stringMatching(/: allowed-tools has "\(x\)", which is no tool\.$/) as string,
    });
    await expect(run("number")).rejects.toMatchObject({
      message: expect.stringMatching(/: allowed-tools is no list of tools\.$/) as string,
    });
  });
});

describe("names that two have", () => {
  it("are those of recipes of the settings, of commands, of recipes and of skills, in this order", async () => {
    const recipe = (title: string) => `version: 1.0.0\ntitle: ${title}\ndescription: d\nprompt: p\n`;
    const skill = (name: string) => `---\nname: ${name}\ndescription: Skill.\n---\nDo.\n`;
    const { commands, path, run } = await chatWith({
      files: {
        "home/config/config.yaml": "slash_commands:\n  - command: one\n    recipe_path: ./one.yaml\n",
        "home/config/one.yaml": recipe("Configured"),
        "home/config/commands/one.md": "File one",
        "home/config/commands/two.md": "File two",
        "home/config/recipes/two.yaml": recipe("Recipe two"),
        "home/config/recipes/three.yaml": recipe("Recipe three"),
        "home/config/skills/three/SKILL.md": skill("three"),
        "home/config/skills/four/SKILL.md": skill("four"),
        "home/config/commands/own.md": "Reserved",
      },
      commands: { reserved: ["own"] },
    });
    const added = commands.list.filter(({ group }) => group !== undefined);
    expect(added.map(({ name, group }) => [name, group])).toEqual([
      ["one", "recipes"],
      ["two", "commands"],
      ["three", "recipes"],
      ["four", "skills"],
    ]);
    expect(commands.taken).toEqual([
      { name: "one", file: join(path, "home/config/commands/one.md") },
      { name: "own", file: join(path, "home/config/commands/own.md") },
      { name: "two", file: join(path, "home/config/recipes/two.yaml") },
    ]);
    expect(added.find(({ name }) => name === "three")).toMatchObject({
      description: "Recipe three",
      argument: { hint: "KEY=VALUE…", isOptional: true },
      when: "between-runs",
    });
    expect(await run("one")).toMatchObject({ kind: "send", text: "p" });
    expect(await run("thr")).toMatchObject({ kind: "send", text: "p" });
    expect(await run("own")).toEqual({ kind: "unknown-command", name: "own", guess: undefined });
  });
});
