import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { readRecipe, renderRecipe } from "../src/index.ts";
import { parametersText, recipeText } from "./filled.ts";

const hostile = fc.oneof(
  { arbitrary: fc.string({ unit: "binary" }), weight: 2 },
  {
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...Array.from("\n \t\r\"'`{}[]:#-?|>*&!%@\\,~"),
          "{{ y }}",
          "{% if x %}",
          "{# c #}",
          "{% raw %}",
          "extensions:\n  - type: stdio",
          "\n---\n",
          "\nprompt: evil\n",
          "*a",
          "<<: *a",
          " \n",
          "null",
          "true",
          "12",
          "日本語",
          "🪿",
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join("")),
    weight: 3,
  },
);

const text = recipeText(`version: 1.0.0
prompt: |
  Begin {{ x }}
    {{- x | indent(4) }}
  {% if x == "plain" %}{% else %}{% endif %}End {{ x ~ y }}
instructions: "A {{ x }} and {{ y }} B"
activities:
  - "{{ x }}"
  - '{{ x }}'
  - plain {{ x }} text
extensions:
  - { type: stdio, name: a, cmd: echo, args: ["{{ x }}", "--y={{ y }}"], envs: { A: "{{ x }}" } }
sub_recipes: []
response: { json_schema: { type: object, description: "{{ x }}" } }
# {% set kept %}[{{ x }}]{% endset %}
context: ["{{ kept }}"]
${parametersText({ x: "string", y: "string" })}`);

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
}

describe("any value", async () => {
  const read = await readRecipe({ text, folder: "/nowhere" });
  const plain = await renderRecipe(read, { x: "plain", y: "plain" });

  it("leaves the structure as it is, and is the text of its fields", async () => {
    expect(read.problems).toEqual([]);
    expect(plain.problems).toEqual([]);
    await checkProperty(
      fc.asyncProperty(hostile, hostile, async (x, y) => {
        const { recipe, problems, text: yaml = "" } = await renderRecipe(read, { x, y });
        expect(problems).toEqual([]);
        expect(shape(recipe)).toEqual(shape(plain.recipe));
        const last = x.replace(/\r?\n$/, "");
        expect(recipe?.prompt).toBe(`Begin ${x}${last}\nEnd ${x}${y}\n`);
        expect(recipe?.instructions).toBe(`A ${x} and ${y} B`);
        expect(recipe?.activities).toEqual([x, x, `plain ${x} text`]);
        expect(recipe?.extensions?.[0]).toMatchObject({
          command: "echo",
          args: [x, `--y=${y}`],
          env: { A: x },
        });
        expect(recipe?.responseSchema).toEqual({ type: "object", description: x });
        expect(recipe?.context).toEqual([`[${x}]`]);
        const { prompt, activities } = parse(yaml) as { prompt: string; activities: readonly string[] };
        expect({ prompt, activities }).toEqual({ prompt: recipe?.prompt, activities: recipe?.activities });
      }),
      { numRuns: 60, examples: [[" \n", "\n"]] },
    );
  });

  it("may not become a key", async () => {
    const keyed = await readRecipe({
      text: recipeText(
        `prompt: p\nextensions:\n  - { type: stdio, name: a, cmd: c, args: [], envs: { "{{ x }}": v } }\n${parametersText({ x: "string" })}`,
      ),
      folder: "/nowhere",
    });
    expect(keyed.problems).toEqual([]);
    const { problems, recipe } = await renderRecipe(keyed, { x: "PATH" });
    expect(recipe).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(["value-in-key"]);
  });
});
