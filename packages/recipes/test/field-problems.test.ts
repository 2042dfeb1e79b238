import { describe, expect, it } from "vitest";
import { readRecipe } from "../src/index.ts";
import { problemsOf, recipeText } from "./filled.ts";

const withPrompt = (lines: string): string => recipeText(`prompt: p\n${lines}\n`);

async function problemOf(lines: string) {
  const [problem, ...others] = await problemsOf(withPrompt(lines));
  expect(others).toEqual([]);
  return problem;
}

describe("a field of another type", () => {
  it.each<[lines: string, path: string, message: string, fix: string]>([
    ["instructions: [a]", "instructions", "must be text, but is a list", "Write text here."],
    ["instructions: { a: 1, b: 2 }", "instructions", "must be text, but is a mapping", "Write text here."],
    ["settings: 5", "settings", "must be a mapping, but is 5", "Write a mapping here."],
    ["settings: [a]", "settings", "must be a mapping, but is a list", "Write a mapping here."],
    ["settings: text", "settings", "must be a mapping, but is text", "Write a mapping here."],
    ["extensions: { a: b }", "extensions", "must be a list, but is a mapping", "Write a list here."],
    ["activities: true", "activities", "must be a list, but is true", "Write a list here."],
    [
      "activities: [a, { b: c }]",
      "activities[1]",
      "must be text, but is a mapping",
      'Put the template in quotes: "{{ name }}".',
    ],
    ["activities: [[a]]", "activities[0]", "must be text, but is a list", "Write text here."],
    [
      "settings: { temperature: warm }",
      "settings.temperature",
      "must be a number, but is text",
      "Write a number here.",
    ],
    [
      "settings: { temperature: .inf }",
      "settings.temperature",
      "must be a number, but is Infinity",
      "Write a number here.",
    ],
    [
      "settings: { max_turns: 1.5 }",
      "settings.max_turns",
      "must be a whole number, but is 1.5",
      "Write a whole number here.",
    ],
    [
      "settings: { max_turns: [1] }",
      "settings.max_turns",
      "must be a whole number, but is a list",
      "Write a whole number here.",
    ],
    ["sub_recipes: [3]", "sub_recipes[0]", "must be a mapping, but is 3", "Write a mapping here."],
    [
      "retry: { max_retries: 1, checks: [] , on_failure: [a] }",
      "retry.on_failure",
      "must be text, but is a list",
      "Write text here.",
    ],
    [
      "extensions: [{ type: stdio, name: s, cmd: c, args: [], envs: [a] }]",
      "extensions[0].envs",
      "must be a mapping, but is a list",
      "Write a mapping here.",
    ],
    [
      "extensions: [{ type: stdio, name: s, cmd: c, args: [], envs: { A: [b] } }]",
      "extensions[0].envs.A",
      "must be text, but is a list",
      "Write text here.",
    ],
    [
      "extensions: [{ type: builtin, name: b, bundled: maybe }]",
      "extensions[0].bundled",
      "must be true or false, but is text",
      "Write true or false here.",
    ],
  ])("%s", async (lines, path, message, fix) => {
    expect(await problemOf(lines)).toMatchObject({
      severity: "error",
      code: "wrong-type",
      path,
      message: `${path} ${message}.`,
      fix,
    });
  });

  it.each([
    ["- a\n", "a list"],
    ["text\n", "text"],
    ["5\n", "5"],
    ["", "nothing"],
  ])("the whole document: %j", async (text, kind) => {
    const { recipe, problems } = await readRecipe({ text, folder: "/nowhere" });
    expect(recipe).toBeUndefined();
    expect(problems.map(({ message }) => message)).toContain(
      `The document must be a mapping, but is ${kind}.`,
    );
  });
});

describe("a response schema that is none", () => {
  it.each(["[a]", "text", "3"])("json_schema: %s", async (schema) => {
    expect(await problemOf(`response: { json_schema: ${schema} }`)).toMatchObject({
      code: "bad-schema",
      path: "response.json_schema",
      message: "response.json_schema is not a JSON Schema.",
    });
  });

  it.each(["true", "false"])("is left out where it is %s", async (schema) => {
    const { recipe, problems } = await readRecipe({
      text: withPrompt(`response: { json_schema: ${schema} }`),
    });
    expect(problems).toEqual([]);
    expect(recipe).not.toHaveProperty("responseSchema");
  });
});

describe("a number out of its range", () => {
  it.each<[lines: string, path: string, fix: string]>([
    ["settings: { max_turns: -1 }", "settings.max_turns", "Use a whole number of at least 0."],
    ["settings: { temperature: -0.1 }", "settings.temperature", "Use a number from 0 to 2."],
    ["settings: { temperature: 2.1 }", "settings.temperature", "Use a number from 0 to 2."],
    ["budget: { max_tokens: 0 }", "budget.max_tokens", "Use a whole number of at least 1."],
  ])("%s", async (lines, path, fix) => {
    expect(await problemOf(lines)).toMatchObject({ code: "out-of-range", path, fix });
  });

  it.each(["settings: { temperature: 0 }", "settings: { temperature: 2 }", "settings: { max_turns: 0 }"])(
    "does not begin at its limit: %s",
    async (lines) => {
      expect(await problemsOf(withPrompt(lines))).toEqual([]);
    },
  );
});

describe("a word that is none of its field's", () => {
  it.each<[lines: string, fix: string | RegExp]>([
    ["permissions: { mode: aprove }", /^Did you mean approve\? Known: .*auto/],
    ["permissions: { mode: xyzzy }", /^Use one of: .*auto.*\.$/],
    ["extensions: [{ type: builtn, name: b }]", /^Did you mean builtin\? Known: stdio, builtin/],
  ])("%s", async (lines, fix) => {
    expect(await problemOf(lines)).toMatchObject({
      code: "bad-value",
      fix: expect.stringMatching(fix) as string,
    });
  });
});

describe("nesting", () => {
  const levels = (open: string, close: string, count: number): string =>
    `x-deep: ${open.repeat(count)}1${close.repeat(count)}`;

  it.each<[name: string, lines: string]>([
    ["lists", levels("[", "]", 70)],
    ["mappings", levels("{ a: ", " }", 70)],
    ["mappings in lists", levels("[{ a: ", " }]", 40)],
    ["lists of dashes in one line", `x-deep:\n  ${"- ".repeat(70)}1`],
    ["complex keys in one line", `x-deep:\n  ${"? ".repeat(70)}a`],
  ])("is limited before the document is parsed: %s", async (_, lines) => {
    const { recipe, problems } = await readRecipe({ text: withPrompt(lines) });
    expect(recipe).toBeUndefined();
    expect(problems).toMatchObject([{ code: "too-deep" }]);
    expect(problems[0]).not.toHaveProperty("line");
  });

  it.each<[name: string, lines: string]>([
    ["lists", levels("[", "]", 40)],
    ["mappings", levels("{ a: ", " }", 40)],
    ["many lists side by side", `x-wide: [${Array.from({ length: 100 }, () => "[1]").join(", ")}]`],
    ["many mappings side by side", `x-wide: [${Array.from({ length: 100 }, () => "{ a: 1 }").join(", ")}]`],
    ["a long list of dashes", `x-wide:\n${"  - 1\n".repeat(100)}`],
  ])("is allowed below the limit: %s", async (_, lines) => {
    expect(await problemsOf(withPrompt(lines))).toEqual([]);
  });
});

describe("a key that has two names", () => {
  it.each<[settings: string, expected: object]>([
    ["{ goose_provider: a, provider: b }", { provider: "a" }],
    ["{ provider: b }", { provider: "b" }],
    ["{ goose_model: a, model: b }", { model: "a" }],
  ])("settings: %s", async (settings, expected) => {
    const { recipe, problems } = await readRecipe({ text: withPrompt(`settings: ${settings}`) });
    expect(problems).toEqual([]);
    expect(recipe?.settings).toEqual(expected);
  });
});

describe("the path of a problem", () => {
  it.each<[lines: string, path: string]>([
    ["permissions: { rules: { shell: perhaps } }", "permissions.rules.shell"],
    ["permissions: { rules: { shell: { verdict: perhaps } } }", "permissions.rules.shell.verdict"],
    ["permissions: { rules: [a] }", "permissions.rules"],
    ["retry: { max_retries: 1, checks: [{ type: shell }] }", "retry.checks[0].command"],
    ["model: [{ provider: p }]", "model[0].model"],
    ["budget: { max_cost_usd: -1 }", "budget.max_cost_usd"],
    ["author: { contact: [a] }", "author.contact"],
    ["response: { json_schema: [] }", "response.json_schema"],
  ])("%s", async (lines, path) => {
    expect((await problemsOf(withPrompt(lines))).map((problem) => problem.path)).toContain(path);
  });
});

describe("a text that says nothing", () => {
  it.each<[activities: string, texts: readonly string[]]>([
    ["[~]", ["null"]],
    ["[null, Null]", ["null", "null"]],
    ["[1.50, 0x10, true, 1e3]", ["1.50", "0x10", "true", "1e3"]],
  ])("is taken as it was written: activities: %s", async (activities, texts) => {
    const { recipe } = await readRecipe({ text: withPrompt(`activities: ${activities}`) });
    expect(recipe?.activities).toEqual(texts);
  });
});
