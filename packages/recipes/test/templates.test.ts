import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { readRecipe, renderRecipe } from "../src/index.ts";
import { filled, parametersText, problemsOf, recipeText } from "./filled.ts";

const x = parametersText({ x: "string" });

async function promptOf(
  prompt: string,
  given: Readonly<Record<string, string>> = { x: "v" },
  parameters = x,
) {
  const recipe = await filled(recipeText(`${parameters}prompt: |\n  ${prompt}\n`), given);
  return recipe.prompt;
}

describe("what a template can do", () => {
  it.each([
    ["{{ x }} {% raw %}{{ x }}{% endraw %}", "v {{ x }}"],
    ["a{# {{ unknown }} #}b {{ x }}", "ab v"],
    ["a {{- x -}} b", "avb"],
    ["{{ x }} {{ your name here }} {{ API-KEY: }}", "v {{ your name here }} {{ API-KEY: }}"],
    ["{% for part in x.split(',') %}[{{ part }}/{{ loop.index }}]{% endfor %}", "[v/1]"],
    ["{% macro hi(who) %}<{{ who }}>{% endmacro %}{{ hi(x) }}", "<v>"],
    ["{% macro hi(who) %}<{{ who }}>{% endmacro %}{{ hi(x) | upper }}", "<V>"],
    ["{% macro hi() %}<{{ caller() }}>{% endmacro %}{% call hi() %}{{ x }}{% endcall %}", "<v>"],
    ["{% set kept %}[{{ x }}]{% endset %}{{ kept | length }} {{ kept }}", "3 [v]"],
    ["{% filter upper %}a {{ x }}{% endfilter %}", "A V"],
    ["{{ 'yes' if x == 'v' }}{{ 'no' if x != 'v' }}", "yes"],
    ["{{ x | default('q') }}{{ '}}' }}", "v}}"],
    ["{% with y = x ~ '!' %}{{ y }}{% endwith %}", "v!"],
    ["{{ {'a': x}['a'] }}", "v"],
  ])("%s", async (template, wanted) => {
    expect(await promptOf(template)).toBe(wanted);
  });

  it("knows the recipe's folder", async () => {
    const recipe = await filled(recipeText('prompt: "in {{ recipe_dir }}"\n'));
    expect(recipe.prompt).toBe("in /nowhere");
  });

  it("leaves a value that looks like a template alone", async () => {
    expect(await promptOf("{{ x }}", { x: "{{ x }}{% include 'a' %}" })).toBe("{{ x }}{% include 'a' %}");
  });

  it("takes an indent at the end as not there", async () => {
    expect(await promptOf("T:\n  {{ x | indent(2) }}", { x: "a\nb\n" })).toBe("T:\na\nb");
  });
});

describe("types in templates", () => {
  const flag = parametersText({ flag: "boolean", n: "number" });
  it.each([
    ["{% if flag %}on{% else %}off{% endif %}", "off"],
    ["{% if not flag and n > 5 %}many{% endif %}", "many"],
    ["{% if flag == 'false' %}as text{% endif %}", "as text"],
    ["{{ 'on' if flag else 'off' }} {{ flag }}", "off false"],
    [
      "{{ n + 1 }} {{ n }} {% if n == 10 %}ten{% endif %}{% if n == '10' %} text{% endif %}",
      "11 10 ten text",
    ],
  ])("%s", async (template, wanted) => {
    const text = template.includes("n ") ? template : `${template}{# {{ n }} #}`;
    expect(await promptOf(`${text}{% if n and flag %}{% endif %}`, { flag: "no", n: "10" }, flag)).toBe(
      wanted,
    );
  });

  it("are kept where a parameter is all of a field", async () => {
    const recipe = await filled(
      recipeText(`prompt: "{{ n }}"
settings: { temperature: "{{ t }}", max_turns: "{{ n }}" }
response: { json_schema: { type: object, properties: { a: { maximum: "{{ n }}", description: "{{ n }} at most" } } } }
sub_recipes: []
${parametersText({ n: "number", t: "number" })}`),
      { n: "7", t: "0.5" },
    );
    expect(recipe.prompt).toBe("7");
    expect(recipe.settings).toEqual({ temperature: 0.5, maxTurns: 7 });
    expect(recipe.responseSchema).toMatchObject({
      properties: { a: { maximum: 7, description: "7 at most" } },
    });
  });

  it("are looked at when the value is there", async () => {
    const read = await readRecipe({
      text: recipeText(`prompt: p\nsettings: { max_turns: "{{ n }}" }\n${parametersText({ n: "number" })}`),
      folder: "/nowhere",
    });
    expect(read.problems).toEqual([]);
    const { problems } = await renderRecipe(read, { n: "1.5" });
    expect(problems).toMatchObject([{ code: "wrong-type", path: "settings.max_turns", line: 4, column: 13 }]);
  });
});

describe("templates of several files", () => {
  it("extend, include and import what lies in the recipe's folder", async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, "parts"));
    await writeFile(
      join(folder.path, "base.yaml"),
      recipeText(`${x}prompt: |\n  {% block task %}base{% endblock %}\n  {{ x }}\n`),
    );
    await writeFile(join(folder.path, "parts/more.txt"), "more {{ x }}");
    await writeFile(join(folder.path, "macros.txt"), "{% macro twice(a) %}{{ a }}{{ a }}{% endmacro %}");
    const text = `{% extends "base.yaml" %}{% import "macros.txt" as m %}
{% block task %}{{ super() }}, {% include "parts/more.txt" %}, {{ m.twice(x) }}{% endblock %}`;
    const recipe = await filled(text, { x: 'a\n"b' }, folder.path);
    expect(recipe.prompt).toBe('base, more a\n"b, a\n"ba\n"b\na\n"b');
    expect(recipe.parameters.map(({ key }) => key)).toEqual(["x"]);
  });

  it("stay in it", async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, "recipes"));
    await writeFile(join(folder.path, "secret.txt"), "SECRET");
    await symlink(join(folder.path, "secret.txt"), join(folder.path, "recipes/link.txt"));
    const names = ["../secret.txt", join(folder.path, "secret.txt"), "link.txt", "gone.txt"];
    const text = recipeText(
      `prompt: |\n${names.map((name) => `  {% include "${name}" %}\n`).join("")}  {% include title %}\n`,
    );
    const read = await readRecipe({ text, folder: join(folder.path, "recipes") });
    expect(read.problems.slice(0, 5).map(({ code, line }) => [code, line])).toEqual([
      ["template-outside", 4],
      ["template-outside", 5],
      ["template-outside", 6],
      ["template-not-found", 7],
      ["bad-template", 8],
    ]);
    expect(JSON.stringify(read)).not.toContain("SECRET");
  });
});

describe("what is wrong with a template", () => {
  it.each([
    ["{{ x", { code: "bad-template", line: 5 }],
    ["{% if x %}", { code: "bad-template", line: 5 }],
    ["{{ x }} {{ x | nosuch }}", { code: "bad-template", line: 5, column: 18 }],
    ["{{ x }}{% if x is nosuch %}{% endif %}", { code: "bad-template", line: 5 }],
    ["{{ x }} {{ z }}", { code: "unknown-parameter", line: 5, column: 14 }],
  ])("%s", async (template, wanted) => {
    const problems = await problemsOf(
      recipeText(`${x}prompt: |\n  ${template}\n`).replace("prompt: |\n", "prompt: |\n"),
    );
    expect(problems.map(({ code, line, column }) => ({ code, line, column }))).toContainEqual(
      expect.objectContaining({ ...wanted, line: wanted.line + 1 }),
    );
  });

  it.each([
    ["{% for i in range(100000) %}{% for j in range(100000) %}{{ x }}{% endfor %}{% endfor %}"],
    ["{% set n = namespace(s=x) %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}"],
    ["{{ (x * 4000000000) | length }}"],
    ["{{ x.nothing }}"],
  ])("shows when it is filled in: %s", async (template) => {
    const read = await readRecipe({ text: recipeText(`${x}prompt: |\n  ${template}\n`), folder: "/nowhere" });
    expect(read.problems).toEqual([]);
    const { problems } = await renderRecipe(read, { x: "aaaaaaaa" });
    expect(problems).toMatchObject([{ code: "bad-template" }]);
    // And the engine is as good as new.
    expect(await promptOf("{{ x }}")).toBe("v");
  });
});
