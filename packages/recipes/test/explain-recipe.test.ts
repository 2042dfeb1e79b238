import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { explainRecipe, readRecipe } from "../src/index.ts";
import { recipeText } from "./filled.ts";

/** The lines below a heading. */
async function explained(section: string, lines: string): Promise<readonly string[]> {
  const read = await readRecipe({ text: recipeText(`prompt: p\n${lines}`), folder: "/nowhere" });
  const all = explainRecipe(read);
  const start = all.indexOf(`${section}:`);
  if (start === -1) return [];
  const rest = all.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith(" "));
  return (end === -1 ? rest : rest.slice(0, end)).map((line) => line.trim());
}

describe("the explanation of a recipe", () => {
  it.each<[section: string, lines: string, explanation: readonly string[]]>([
    ["Author", "author: { metadata: of the team }\n", ["of the team"]],
    ["Author", "author: { contact: me, metadata: of the team }\n", ["me", "of the team"]],
    [
      "Extensions",
      "extensions: [{ type: builtin, name: b, description: does it, available_tools: [read, write] }]\n",
      ["b (builtin, only read, write): does it"],
    ],
    ["Extensions", "extensions: [{ type: builtin, name: b }]\n", ["b (builtin)"]],
    [
      "Checks",
      "retry: { max_retries: 1, timeout_seconds: 5, checks: [{ type: shell, command: make }] }\n",
      ["make", "up to 1 more try, 5 s each"],
    ],
    [
      "Checks",
      "retry: { max_retries: 3, on_failure: git stash, checks: [{ type: shell, command: make }] }\n",
      ["make", "up to 3 more tries", "before a new try: git stash"],
    ],
    ["Result", "response: { json_schema: { type: array } }\n", ["JSON"]],
    [
      "Result",
      "response: { json_schema: { type: object, properties: { a: {}, b: {} } } }\n",
      ["JSON with a, b"],
    ],
    ["Model", "model: [a/b, c]\n", ["a/b, then c"]],
    ["Model", "settings: { goose_model: m }\n", ["m"]],
    ["Model", "settings: { temperature: 0, max_turns: 2 }\n", ["temperature 0", "at most 2 turns"]],
    [
      "Permissions",
      "permissions: { mode: plan, rules: { shell: deny, read: allow } }\n",
      ["mode plan", "shell: deny", "read: allow"],
    ],
    ["Permissions", "permissions: { rules: { shell: deny } }\n", ["shell: deny"]],
    [
      "Budget",
      "budget: { max_cost_usd: 0.5, max_tokens: 10, max_time: 1500ms }\n",
      ["$0.5", "10 tokens", "1.5 s"],
    ],
  ])("says under %s of %s: %j", async (section, lines, explanation) => {
    expect(await explained(section, lines)).toEqual(explanation);
  });

  it.each<[fields: string, line: string]>([
    ["requirement: required", "x (string, required): the x"],
    ["requirement: user_prompt", "x (string, asked for): the x"],
    ["requirement: optional, default: a", "x (string, optional, default a): the x"],
    ['requirement: optional, default: ""', "x (string, optional, default empty): the x"],
  ])("describes a parameter with %s", async (fields, line) => {
    const parameters = `parameters: [{ key: x, input_type: string, description: the x, ${fields} }]\n`;
    expect(await explained("Parameters", `instructions: "{{ x }}"\n${parameters}`)).toEqual([line]);
  });

  it("lists the choices of a parameter", async () => {
    const choices =
      "parameters: [{ key: x, input_type: select, options: [a, b], requirement: required, description: d }]\n";
    expect(await explained("Parameters", `instructions: "{{ x }}"\n${choices}`)).toEqual([
      "x (select, required, one of a, b): d",
    ]);
  });

  it("describes sub-recipes with their fixed values, and lists included files", async () => {
    await using folder = await temporaryFolder();
    const part = recipeText(
      "prompt: '{{ a }}'\nparameters: [{ key: a, input_type: string, requirement: required, description: d }]\n",
    );
    await writeFile(join(folder.path, "part.yaml"), part);
    await writeFile(join(folder.path, "more.txt"), "more");
    const text = recipeText(`prompt: |
  {% include "more.txt" %}
sub_recipes:
  - { name: first, path: part.yaml, values: { a: "1" }, sequential_when_repeated: true, description: counts }
  - { name: second, path: part.yaml }
`);
    const lines = explainRecipe(await readRecipe({ text, file: join(folder.path, "main.yaml") }));
    expect(lines).toEqual(
      expect.arrayContaining([
        "Sub-recipes:",
        "  first (part.yaml, a=1, one after the other): counts",
        "  second (part.yaml)",
        "Includes:",
        "  more.txt",
      ]),
    );
  });

  it("has no headings without lines", async () => {
    const read = await readRecipe({ text: recipeText("prompt: p\n"), folder: "/nowhere" });
    expect(explainRecipe(read)).toEqual(["Recipe: T", "Description:", "  d"]);
  });

  it("says when the recipe is none", async () => {
    const read = await readRecipe({ text: "- a\n", folder: "/nowhere" });
    expect(explainRecipe(read)).toEqual(["The recipe cannot be read."]);
  });
});
