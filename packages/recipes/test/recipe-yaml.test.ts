import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { readRecipe, recipeYaml, type Recipe } from "../src/index.ts";
import { recipeText } from "./filled.ts";

const whole = recipeText(`version: 2.0.0
instructions: |
  First.
  Second.
prompt: p
extensions:
  - { type: builtin, name: b, display_name: B, timeout: 1, description: e, bundled: true, available_tools: [t] }
  - { type: platform, name: p, display_name: P }
  - { type: stdio, name: s, cmd: c, args: [-y, "a b"], envs: { A: b }, env_keys: [K], timeout: 5, cwd: /w }
  - { type: streamable_http, name: h, uri: "http://127.0.0.1:1", headers: { A: b }, envs: { C: d }, env_keys: [H], socket: /s, timeout: 6 }
  - { type: frontend, name: f, tools: [{ name: t }], instructions: i }
  - { type: inline_python, name: y, code: "1", dependencies: [mcp], timeout: 7 }
settings: { goose_provider: p, goose_model: m, temperature: 0.5, max_turns: 3 }
model: [anthropic/a/b, c, { provider: d, model: e, temperature: 1 }]
response: { json_schema: { type: object } }
retry: { max_retries: 2, checks: [{ type: shell, command: "true" }], on_failure: x, timeout_seconds: 3, on_failure_timeout_seconds: 4 }
activities: [a]
author: { contact: me, metadata: m }
context: [c]
permissions: { mode: plan, rules: { shell: ask, write: { verdict: deny, reason: no writing } } }
budget: { max_cost_usd: 0.5, max_tokens: 1000, max_time: 90s }
tests: [a.test.yaml]
`);

async function readBack(text: string): Promise<{ readonly recipe: Recipe; readonly again: Recipe }> {
  const recipe = await readWhole(text);
  return { recipe, again: await readWhole(await recipeYaml(recipe)) };
}

async function readWhole(text: string): Promise<Recipe> {
  const { recipe, problems } = await readRecipe({ text, folder: "/nowhere" });
  expect(problems).toEqual([]);
  return recipe!;
}

describe("a recipe that is written as YAML", () => {
  it("is the same recipe when it is read again, with every field of the format", async () => {
    const { recipe, again } = await readBack(whole);
    expect(again).toEqual(recipe);
  });

  it("has no fields for what is empty or absent", async () => {
    const { recipe, again } = await readBack(recipeText("prompt: p\n"));
    expect(again).toEqual(recipe);
    expect(parse(await recipeYaml(recipe))).toEqual({
      version: "1.0.0",
      title: "T",
      description: "d",
      prompt: "p",
    });
  });

  it("keeps its parameters, one of each requirement", async () => {
    const { recipe, again } = await readBack(
      recipeText(`prompt: "{{ a }} {{ b }} {{ c }}"
parameters:
  - { key: a, input_type: string, requirement: required, description: first }
  - { key: b, input_type: select, requirement: optional, description: second, default: x, options: [x, y] }
  - { key: c, input_type: number, requirement: user_prompt, description: third }
`),
    );
    expect(recipe.parameters.map(({ requirement }) => requirement)).toEqual([
      "required",
      "optional",
      "user-prompt",
    ]);
    expect(again.parameters).toEqual(recipe.parameters);
  });

  it.each([
    [
      "an extension without settings of its own",
      "extensions: [{ type: stdio, name: s, cmd: c, args: [] }]\n",
    ],
    [
      "a server without settings of its own",
      "extensions: [{ type: streamable_http, name: h, uri: 'http://a' }]\n",
    ],
    ["no extensions at all", "extensions: []\n"],
    ["an author with a contact only", "author: { contact: me }\n"],
    ["permissions without rules", "permissions: { mode: plan }\n"],
    ["rules without a mode", "permissions: { rules: { shell: deny } }\n"],
    ["a budget of time only", "budget: { max_time: 1500ms }\n"],
    ["a budget of tokens only", "budget: { max_tokens: 10 }\n"],
    ["one model", "model: [m]\n"],
    ["settings of one field", "settings: { temperature: 0 }\n"],
  ])("keeps %s", async (_, lines) => {
    const { recipe, again } = await readBack(recipeText(`prompt: p\n${lines}`));
    expect(again).toEqual(recipe);
    expect(await recipeYaml(again)).toBe(await recipeYaml(recipe));
  });

  it.each([
    "one\ntwo",
    "one\ntwo\n",
    "one\n\n\n",
    " \nfirst line is blank",
    "a\n \nb",
    "a\n  ",
    "tab\there",
    "carriage\r\nreturn",
    "bell\u0007",
    "a\u2028b",
  ])("keeps the text %j to the character", async (prompt) => {
    const recipe = await readWhole(recipeText("prompt: p\n"));
    expect(parse(await recipeYaml({ ...recipe, prompt }))).toMatchObject({ prompt });
  });

  it("has a text of several lines as a block, and a long line in one line", async () => {
    const recipe = await readWhole(recipeText("prompt: p\n"));
    const long = "word ".repeat(60).trim();
    const lines = (await recipeYaml({ ...recipe, prompt: "one\ntwo\n", instructions: long })).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["prompt: |", "  one", "  two", `instructions: ${long}`]));
  });
});
