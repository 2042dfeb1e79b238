import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { readRecipe, renderRecipe } from "../src/index.ts";
import { filled, parametersText, recipeText } from "./filled.ts";

const x = parametersText({ x: "string" });

/** Files of a recipe's folder, the recipe's own prompt, and where its first fault is. */
async function faultOf(files: Readonly<Record<string, string>>, prompt: string, given: string) {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  const read = await readRecipe({
    text: recipeText(`${x}prompt: |\n  ${prompt}\n`),
    file: join(folder.path, "main.yaml"),
  });
  expect(read.problems.map(({ message }) => message)).toEqual([]);
  const { problems, recipe } = await renderRecipe(read, { x: given });
  expect(recipe).toBeUndefined();
  expect(problems).toHaveLength(1);
  const { code, file = "", line, column, message } = problems[0]!;
  return { code, place: `${file.replace(`${folder.path}/`, "")}:${line}:${column}`, message };
}

describe("a fault that shows when a template is filled in", () => {
  it("is told of in the recipe, at its line and column", async () => {
    expect(await faultOf({}, "{{ x }} and {{ x.nothing }}", "v")).toMatchObject({
      code: "bad-template",
      place: "main.yaml:6:15",
    });
  });

  it("is told of in the included file, however deep", async () => {
    const files = {
      "one.txt": '{% include "two.txt" %}',
      "two.txt": "{{ x }}{{ x.nothing }}",
    };
    expect(await faultOf(files, '{{ x }}{% include "one.txt" %}', "v")).toMatchObject({
      code: "bad-template",
      place: expect.stringMatching(/^two\.txt:1:/) as string,
    });
  });

  it("is told of in the included file where that one is only wrong here", async () => {
    const files = { "part.txt": "{% if loop is defined %}{{ loop.nothing.more }}{% endif %}" };
    const fault = await faultOf(files, '{{ x }}{% for c in [x] %}{% include "part.txt" %}{% endfor %}', "v");
    expect(fault).toMatchObject({
      code: "bad-template",
      message: expect.stringContaining("it cannot be included here") as string,
    });
    expect(fault.place).toMatch(/^part\.txt:/);
  });
});

describe("a template", () => {
  it.each<[prompt: string, text: string]>([
    ["{% macro hi(who) %}<{{ who }}>{% endmacro %}{{ hi((x)) }}", "<v>"],
    ["{% macro hi(who) %}<{{ who }}>{% endmacro %}{{ hi((x) ~ (x)) }}", "<vv>"],
    ["{% macro hi(who) %}<{{ who }}>{% endmacro %}{{ hi(x) ~ hi(x) }}", "<v><v>"],
    ["{% macro hi(who) %}<{{ who }}>{% endmacro %}{{ hi(x) }}{{ (hi(x)) | length }}", "<v>3"],
    ["{% set kept %}{{ x }}{% endset %}{{ x }}{{ kept }}", "vv"],
    ["{% set kept = x %}{{ kept }}{{ x }}", "vv"],
    ["{% filter upper %}{% filter trim %} {{ x }} {% endfilter %}{% endfilter %}{{ x }}", "Vv"],
    ["{% filter upper %}{% set kept %}{{ x }}{% endset %}{{ kept }}{% endfilter %}", "V"],
    ["{{ x | upper | indent(2) }}", "V"],
    ["{{ (x | indent(2)) ~ '!' }}", "v!"],
    ["{{ x | replace('v', 'indent') }}", "indent"],
    ["{{ [x, x] | join('|') }}", "v|v"],
    ["{{ x if false }}", ""],
    ["a {{- x -}} b", "avb"],
    ["a {%- if x %} b {% endif -%} c", "a b c"],
    ["{{ '{{' }}{{ x }}{{ '}}' }}", "{{v}}"],
    ["{{ '\\'' ~ x }}", "'v"],
    ["{# a #}{{ x }}{# {% if %} #}", "v"],
    ["a {%- raw -%} {{ x }} {%- endraw -%} b {{ x }}", "a{{ x }}b v"],
  ])("%s", async (prompt, text) => {
    const recipe = await filled(recipeText(`${x}prompt: |\n  ${prompt}\nactivities: ["{{ x }}"]\n`), {
      x: "v",
    });
    expect(recipe.prompt?.replace(/\n$/, "")).toBe(text);
  });

  it.each<[text: string, prompt: string]>([
    ['{% from "m.txt" import twice %}{{ twice(x) }}', "vv"],
    ['{% from "m.txt" import twice as t %}{{ t(x) }}', "vv"],
    ['{% from "m.txt" import twice, once %}{{ once(twice(x)) }}', "vv"],
    ['{% import "m.txt" as m %}{{ m.once(x) }}{{ x }}', "vv"],
    ['{% include "gone.txt" ignore missing %}{{ x }}', "v"],
    ['{% include ["gone.txt", "part.txt"] %}', "[v]"],
    ['{% set y = x %}{% include "part.txt" %}{{ y }}', "[v]v"],
  ])("may take from another file: %s", async (text, prompt) => {
    await using folder = await temporaryFolder();
    const macros = "{% macro twice(a) %}{{ a }}{{ a }}{% endmacro %}{% macro once(a) %}{{ a }}{% endmacro %}";
    await writeFile(join(folder.path, "m.txt"), macros);
    await writeFile(join(folder.path, "part.txt"), "[{{ x }}]");
    const recipe = await filled(
      recipeText(`${x}prompt: |\n  ${text}\nactivities: ["{{ x }}"]\n`),
      { x: "v" },
      folder.path,
    );
    expect(recipe.prompt?.trim()).toBe(prompt);
  });

  it.each(["{{ }}", "{{}}", "{{- -}}", "{{ your name }}"])(
    "has braces around no expression as text: %s",
    async (braces) => {
      const recipe = await filled(recipeText(`${x}prompt: |\n  ${braces} {{ x }}\n`), { x: "v" });
      expect(recipe.prompt).toBe(`${braces} v`);
    },
  );
});

describe("a number in a template", () => {
  const n = parametersText({ n: "number", flag: "boolean" });
  it.each<[template: string, text: string]>([
    ["{% if n < 5 %}a{% endif %}", ""],
    ["{% if n <= 10 %}a{% endif %}", "a"],
    ["{% if 9 < n %}a{% endif %}", "a"],
    ["{% if n >= 11 %}a{% endif %}", ""],
    ["{% if n != 10 %}a{% endif %}", ""],
    ["{% if 10 == n %}a{% endif %}", "a"],
    ["{{ n - 1 }} {{ 2 * n }} {{ n // 3 }} {{ n % 3 }} {{ n ** 2 }}", "9 20 3 1 100"],
    ["{% if flag %}a{% endif %}", ""],
    ["{% if (flag) %}a{% endif %}", ""],
    ["{% if n and flag %}a{% endif %}", ""],
    ["{% if not (flag) and (n > 5) %}a{% endif %}", "a"],
    ["{% if n and (flag or false) %}a{% endif %}", ""],
    ["{% if false %}{% elif (flag) %}a{% endif %}", ""],
    ["{{ 'a' if (flag) else 'b' }}", "b"],
    ["{% if dict(a=flag).a %}a{% endif %}", "a"],
    ["{% if flag or n %}a{% endif %}", "a"],
    ["{% if not flag %}a{% elif flag %}b{% endif %}", "a"],
    ["{% if false %}a{% elif flag %}b{% else %}c{% endif %}", "c"],
    ["{% if flag == 'false' %}a{% endif %}", "a"],
  ])("and a flag are what they are: %s", async (template, text) => {
    const uses = '\nactivities: ["{{ n }}", "{{ flag }}"]\n';
    const recipe = await filled(recipeText(`${n}prompt: |\n  -${template}${uses}`), { n: "10", flag: "no" });
    expect(recipe.prompt?.trim()).toBe(`-${text}`);
  });

  it("may have a fraction", async () => {
    const recipe = await filled(
      recipeText(`${parametersText({ n: "number" })}prompt: |\n  {{ n + 1 }} {{ n }}\n`),
      { n: "1.5" },
    );
    expect(recipe.prompt).toBe("2.5 1.5");
  });
});
