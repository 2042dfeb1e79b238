import { describe, expect, it } from "vitest";
import { parseSkill } from "../../src/skills/index.ts";

const path = "/s/release-notes/SKILL.md";
const file = (...lines: string[]) => ["---", ...lines, "---", "", "# Steps"].join("\n");
const told = async (text: string, at = path) => {
  const { skill, problems } = await parseSkill(text, at);
  return { skill, problems: problems.map(({ line, message, level }) => `${level} ${line}: ${message}`) };
};

describe("a SKILL.md", () => {
  it("says a name, a description, and what it narrows", async () => {
    const text = file(
      "name: release-notes",
      "description: >",
      "  Write release notes.",
      "  Use when a version is tagged.",
      "license: MIT",
      "compatibility: Needs git",
      "metadata: { author: them }",
      "allowed-tools: Bash(git log *) Read, Grep",
    );
    expect(await told(text)).toEqual({
      skill: {
        name: "release-notes",
        description: "Write release notes. Use when a version is tagged.",
        path,
        folder: "/s/release-notes",
        isForUserOnly: false,
        isForModelOnly: false,
        allowedTools: ["Bash(git log *)", "Read", "Grep"],
      },
      problems: [],
    });
  });

  it.each([
    [
      "no front matter",
      "# Only text",
      "error 1: it does not begin with ---, so it says neither name nor description",
    ],
    ["front matter without an end", "---\nname: a", "error 1: the --- of its first line has no second one"],
    [
      "no description",
      file("name: release-notes"),
      "error 1: there is no description, so no model knows when to use it",
    ],
    [
      "a name of several words",
      file("name: Release Notes", "description: d"),
      'error 2: the name "Release Notes" must be one word of letters, digits and hyphens',
    ],
    [
      "a name that is too long",
      file(`name: ${"a".repeat(65)}`, "description: d"),
      "error 2: the name has 65 characters; at most 64",
    ],
    [
      "tools that are no names",
      file("name: release-notes", "description: d", "allowed-tools: { Bash: true }"),
      "error 4: allowed-tools must be names of tools, separated by spaces",
    ],
    [
      "a parenthesis that is not closed",
      file("name: release-notes", "description: d", "allowed-tools: Bash(git log"),
      "error 4: allowed-tools must be names of tools, separated by spaces",
    ],
  ])("cannot be used with %s", async (_, text, problem) => {
    expect(await told(text)).toEqual({ skill: undefined, problems: [problem] });
  });

  it("cannot be used when its front matter is not YAML, and says where", async () => {
    const { skill, problems } = await told(file("name: a", "description: [open"));
    expect(skill).toBeUndefined();
    expect(problems[0]).toMatch(/^error \d: it is not YAML: /);
  });

  it.each([
    [
      "no name",
      file("description: d"),
      ["note 1: it has no name; it is called release-notes, like its folder"],
    ],
    [
      "a name that is not its folder's",
      file("name: other", "description: d"),
      ["note 2: the name other is not that of its folder, release-notes"],
    ],
    [
      "an underscore in its name",
      file("name: a_b", "description: d"),
      [
        "note 2: the name a_b should be lower-case letters, digits and single hyphens",
        "note 2: the name a_b is not that of its folder, release-notes",
      ],
    ],
    [
      "hooks",
      file("name: release-notes", "description: d", "hooks: {}"),
      ["note 4: hooks of a skill are never run"],
    ],
    [
      "a description that is too long",
      file("name: release-notes", `description: ${"d".repeat(1_025)}`),
      ["note 3: the description has 1025 characters; at most 1024"],
    ],
  ])("can be used with %s, which is said", async (_, text, notes) => {
    const { skill, problems } = await told(text);
    expect(skill).toBeDefined();
    expect(problems).toEqual(notes);
  });

  it("does not show the model what people cannot see", async () => {
    const { skill } = await told(file("name: release-notes", "description: d\u202Eesrever"));
    expect(skill?.description).not.toContain("\u202E");
  });

  it("with an empty list of tools allows none, and with a colon in its description is read all the same", async () => {
    const { skill } = await told(
      file("name: release-notes", "description: Use when: tagged", "allowed-tools:"),
    );
    expect(skill).toMatchObject({ description: "Use when: tagged", allowedTools: [] });
  });
});
