import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import {
  commandLines,
  commandsInRecipe,
  explainRecipe,
  readRecipe,
  secretNamesOf,
  type Recipe,
} from "../src/index.ts";
import { recipeHash } from "../src/render/recipe-hash.ts";
import { recipeText } from "./filled.ts";

const main = recipeText(`prompt: |
  {% include "more.txt" %}
author: { contact: me }
extensions:
  - { type: stdio, name: s, cmd: npx, args: [-y, "a b", "it's"], envs: { A: b c }, env_keys: [TOKEN], cwd: /w }
  - { type: streamable_http, name: h, uri: "https://example.com/mcp", headers: { X: y }, env_keys: [KEY] }
  - { type: inline_python, name: p, code: "print(1)\\nprint(2)", dependencies: [mcp] }
  - { type: builtin, name: developer }
retry: { max_retries: 1, checks: [{ type: shell, command: "test -f x && y" }], on_failure: "rm x" }
sub_recipes: [{ name: part, path: part.yaml, values: { a: b } }]
settings: { goose_provider: p, goose_model: m, max_turns: 4 }
permissions: { mode: plan, rules: { shell: deny } }
budget: { max_cost_usd: 1 }
response: { json_schema: { type: object, properties: { answer: { type: string } } } }
`);
const part = recipeText(`prompt: "{{ a }}"
parameters: [{ key: a, input_type: string, requirement: required, description: d }]
extensions: [{ type: stdio, name: q, cmd: part-server, args: [], env_keys: [TOKEN, PART] }]
`);

async function readIn(
  folder: string,
  texts: { readonly main: string; readonly more: string; readonly part: string },
) {
  await writeFile(join(folder, "more.txt"), texts.more);
  await writeFile(join(folder, "part.yaml"), texts.part);
  return readRecipe({ text: texts.main, file: join(folder, "main.yaml") });
}

describe("what a recipe would run and reach", () => {
  it("is told word for word, with that of its sub-recipes", async () => {
    await using folder = await temporaryFolder();
    const read = await readIn(folder.path, { main, more: "more", part });
    expect(read.problems).toEqual([]);
    const commands = commandsInRecipe(read.recipe as Recipe, read.subRecipes);
    expect(commands.map(({ kind, text, path }) => `${path} ${kind} ${text}`)).toEqual([
      String.raw`extensions[0] command npx -y 'a b' 'it'\''s'`,
      "extensions[0] folder /w",
      "extensions[0] variable A=b c",
      "extensions[0] secret TOKEN",
      "extensions[1] url https://example.com/mcp",
      "extensions[1] header X: y",
      "extensions[1] secret KEY",
      "extensions[2] python print(1)\nprint(2)",
      "extensions[2] command pip install mcp",
      "retry.checks[0] shell test -f x && y",
      "retry.on_failure shell rm x",
      "sub_recipes.part: extensions[0] command part-server",
      "sub_recipes.part: extensions[0] secret TOKEN",
      "sub_recipes.part: extensions[0] secret PART",
    ]);
    expect(secretNamesOf(read.recipe as Recipe, read.subRecipes)).toEqual(["TOKEN", "KEY", "PART"]);
    expect(explainRecipe(read)).toMatchSnapshot();
  });
});

describe("a command of several lines", () => {
  it("is one item of a list: none of its lines looks like another command, and a carriage return is seen", async () => {
    const command = String.raw`true\r; rm x\nshell: a fake`;
    const check = `{ type: shell, command: "${command}" }`;
    const read = await readRecipe({
      text: recipeText(
        `prompt: p\nretry: { max_retries: 1, on_failure: "${command}", checks: [${check}] }\n`,
      ),
    });
    const commands = commandsInRecipe(read.recipe as Recipe);
    expect(commands.flatMap(commandLines)).toEqual([
      "shell: true\u240D; rm x (retry.checks[0])",
      "  shell: a fake",
      "shell: true\u240D; rm x (retry.on_failure)",
      "  shell: a fake",
    ]);
    const lines = explainRecipe(read);
    expect(lines.filter((line) => line.includes("fake"))).toEqual(Array(4).fill("    shell: a fake"));
    expect(lines.join("")).not.toContain("\r");
  });
});

describe("a recipe's hash", () => {
  it("changes with every part of it, and not with where it lies", async () => {
    await using one = await temporaryFolder();
    await using other = await temporaryFolder();
    const plain = { main, more: "more", part };
    const hash = recipeHash(await readIn(one.path, plain));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(recipeHash(await readIn(other.path, plain))).toBe(hash);
    const hashes = [
      { ...plain, main: main.replace("rm x", "rm y") },
      { ...plain, more: "else" },
      { ...plain, part: part.replace("part-server", "other") },
    ];
    const seen = new Set([hash]);
    for (const texts of hashes) seen.add(recipeHash(await readIn(one.path, texts)));
    expect(seen.size).toBe(4);
  });
});
