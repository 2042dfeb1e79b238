import { questionText, type AskUser, type JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { chatWith } from "./chat-with.ts";

const recipe = (lines: string) => `version: 1.0.0\ntitle: Tidy up\ndescription: d\n${lines}`;
const parameter = (key: string, requirement: string, more = "") =>
  `  - key: ${key}\n    input_type: string\n    requirement: ${requirement}\n    description: The ${key}\n${more}`;
const tidy = recipe(
  `prompt: Tidy {{ what }} {{ how }}.\nparameters:\n${parameter("what", "required")}${parameter("how", "optional", "    default: well\n")}`,
);

/** Answers with these, one after the other. */
function answers(...replies: readonly (JsonObject | null)[]) {
  const asked: { readonly message: string; readonly schema: unknown; readonly extension: unknown }[] = [];
  const ask: AskUser = async (question) => {
    const schema = "schema" in question ? question.schema : undefined;
    const extension = "extension" in question ? question.extension : undefined;
    asked.push({ message: questionText(question), schema, extension });
    return { reply: replies[asked.length - 1] ?? null };
  };
  return { ask, asked };
}

describe("/recipe", () => {
  it("lists recipes that can be used, and not those that another one hides", async () => {
    const { run } = await chatWith({
      files: {
        ".skein/recipes/tidy.yaml": tidy,
        ".skein/recipes/broken.yaml": "title: [",
        "home/config/recipes/tidy.yaml": recipe("prompt: Mine."),
        "home/config/recipes/own.yaml": recipe("prompt: Mine.").replace("Tidy up", "My own"),
      },
    });
    const listed = await run("recipe");
    expect(listed).toMatchObject({ kind: "recipes", notices: [] });
    const { recipes } = listed as unknown as { readonly recipes: readonly object[] };
    expect(recipes).toEqual(
      expect.arrayContaining([
        { name: "own", title: "My own" },
        { name: "tidy", title: "Tidy up" },
      ]),
    );
    expect(recipes.filter((one) => "name" in one && one.name === "tidy")).toHaveLength(1);
    expect(recipes).not.toContainEqual(expect.objectContaining({ name: "broken" }));
  });

  it.each([
    ["tidy what=desk", "Tidy desk well."],
    ["tidy what=desk how=soon", "Tidy desk soon."],
    ["tidy   the whole desk", "Tidy the whole desk well."],
    ["tidy\nthe desk", "Tidy the desk well."],
  ])("sends what a recipe says: %j", async (argument, text) => {
    const { run } = await chatWith({ files: { ".skein/recipes/tidy.yaml": tidy } });
    expect(await run("recipe", argument)).toEqual({
      kind: "send",
      when: "now",
      text,
      recipe: { word: "tidy", leftOut: [] },
    });
  });

  it("sends instructions before the prompt, and no empty part", async () => {
    const { run } = await chatWith({
      files: {
        ".skein/recipes/both.yaml": recipe("instructions: Be brief.\nprompt: Tidy.\n"),
        ".skein/recipes/one.yaml": recipe('instructions: "  "\nprompt: Tidy.\n'),
      },
    });
    expect(await run("recipe", "both")).toMatchObject({ text: "Be brief.\n\nTidy." });
    expect(await run("recipe", "one")).toMatchObject({ text: "Tidy." });
  });

  it.each([
    ["extensions:\n  - type: builtin\n    name: developer\n", ["extensions"]],
    ["extensions: []\n", []],
    ["settings:\n  goose_model: m\n", ["model"]],
    ["settings:\n  temperature: 0.5\n", []],
    ["sub_recipes:\n  - name: other\n    path: ./other.yaml\n", ["sub-recipes"]],
    ["retry:\n  max_retries: 1\n  checks:\n    - type: shell\n      command: 'true'\n", ["checks"]],
    ["response:\n  json_schema:\n    type: object\n", ["result schema"]],
  ])("says what of it is not sent: %j", async (more, leftOut) => {
    const { run } = await chatWith({
      files: {
        ".skein/recipes/it.yaml": recipe(`prompt: Tidy.\n${more}`),
        ".skein/recipes/other.yaml": recipe("prompt: Other.\n"),
      },
    });
    expect(await run("recipe", "it")).toMatchObject({ kind: "send", recipe: { word: "it", leftOut } });
  });

  it("refuses links, unknown recipes, unclear words and missing values", async () => {
    const { run } = await chatWith({
      files: {
        ".skein/recipes/tidy.yaml": tidy,
        ".skein/recipes/plain.yaml": recipe("prompt: Tidy.\n"),
        ".skein/recipes/two.yaml": recipe(
          `prompt: "{{ a }} {{ b }}"\nparameters:\n${parameter("a", "required")}${parameter("b", "required")}`,
        ),
      },
    });
    await expect(run("recipe", "goose://recipe?config=e30")).rejects.toMatchObject({
      code: "usage",
      nextStep: { do: "chat-with-recipe" },
    });
    await expect(run("recipe", "nothing")).rejects.toThrow(/nothing/);
    await expect(run("recipe", "tidy")).rejects.toMatchObject({
      code: "usage",
      nextStep: { do: "give-values", recipe: "tidy", keys: ["what"] },
    });
    await expect(run("recipe", "plain desk")).rejects.toMatchObject({
      hint: "The recipe has no parameters.",
    });
    await expect(run("recipe", "two desk")).rejects.toMatchObject({
      message: 'It is not clear what "desk" is for.',
      hint: "Write it as KEY=VALUE: a=… b=…",
    });
  });

  it("warns of values that are not used", async () => {
    const { run } = await chatWith({ files: { ".skein/recipes/tidy.yaml": tidy } });
    const warnings: unknown[] = [];
    const sent = await run("recipe", "tidy what=desk wat=x", {
      tell: (...words) => void warnings.push(words),
    });
    expect(sent).toMatchObject({ kind: "send", text: "Tidy desk well." });
    expect(warnings).toEqual([[expect.stringContaining("wat"), "warning"]]);
  });
});

describe("the form of a recipe", () => {
  const files = {
    ".skein/recipes/form.yaml": recipe(
      `prompt: "{{ count }} of {{ size }}, {{ name }}"\nparameters:\n` +
        parameter("count", "required").replace("string", "number") +
        parameter("size", "user_prompt", "    default: small\n    options: [small, big]\n").replace(
          "string",
          "select",
        ) +
        parameter("name", "user_prompt", "    default: none\n"),
    ),
  };

  it("asks for what is missing, and again with what is wrong and what was answered", async () => {
    const { run } = await chatWith({ files });
    const { ask, asked } = answers(
      { count: "many", size: "big", name: "" },
      { size: "big", name: "Herons" },
      { count: 3, size: "big", name: true, other: "x" },
    );
    expect(await run("form", "", { ask })).toMatchObject({ kind: "send", text: "3 of big, true" });
    const needs =
      "Tidy up needs:\n  count (number): The count\n  size (select: small, big): The size\n  name (string): The name";
    expect(asked.map(({ message }) => message)).toEqual([
      needs,
      expect.stringMatching(/many[^]*\nTidy up needs:\n/),
      `There is no value for count.\n${needs}`,
    ]);
    const schema = (count: string, size: string, name: string) => ({
      type: "object",
      properties: {
        count: { type: "string", description: "The count", default: count },
        size: { type: "string", description: "The size", default: size },
        name: { type: "string", description: "The name", default: name },
      },
    });
    expect(asked.map((one) => one.schema)).toEqual([
      schema("", "small", "none"),
      schema("many", "big", "none"),
      schema("", "big", "Herons"),
    ]);
    expect(asked[0]?.extension).toBe("recipe");
  });

  it("keeps what was typed, and asks only for the rest", async () => {
    const { run } = await chatWith({ files });
    const { ask, asked } = answers({ name: "Herons" });
    expect(await run("form", "count=2 size=big", { ask })).toMatchObject({ text: "2 of big, Herons" });
    expect(asked.map(({ message }) => message)).toEqual(["Tidy up needs:\n  name (string): The name"]);
    const nothing = answers();
    expect(await run("form", "count=2 size=big name=x", { ask: nothing.ask })).toMatchObject({
      text: "2 of big, x",
    });
    expect(nothing.asked).toEqual([]);
  });

  it("may be declined", async () => {
    const { run } = await chatWith({ files });
    expect(await run("form", "", { ask: answers(null).ask })).toEqual({ kind: "declined" });
    const decline: AskUser = async () => ({ deny: "Not now." });
    expect(await run("form", "", { ask: decline })).toEqual({ kind: "declined" });
  });
});
