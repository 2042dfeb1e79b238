import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { readRecipe, recipeProblemCodes } from "../src/index.ts";
import { problemsOf, recipeText } from "./filled.ts";

const one = (fields: string) =>
  recipeText(
    `prompt: "{{ x }}"\nparameters:\n  - { key: x, requirement: required, description: d, ${fields} }\n`,
  );

describe("a recipe with many faults", () => {
  it("tells all of them, each with its place, its field and a fix", async () => {
    const problems = await problemsOf(`titel: T
description: d
prompt: "{{ wordd }} and {{ other }}"
parameters:
  - key: word
    input_type: text
    requirement: optional
    description: d
extensions:
  - type: stdio
    name: a
settings:
  temperature: hot
  goose_modell: m
retry:
  max_retries: 0
sub_recipes:
  - name: s
    path: gone.yaml
`);
    expect(
      problems.map(({ line, column, code, path }) => `${line}:${column} ${code} ${path}`.trim()),
    ).toEqual([
      "1:1 missing-field title",
      "1:1 unknown-key titel",
      "3:13 unknown-parameter",
      "3:29 unknown-parameter",
      "5:5 missing-default parameters[0]",
      "5:5 unused-parameter parameters[0].key",
      "6:5 bad-value parameters[0].input_type",
      "10:5 missing-field extensions[0].cmd",
      "10:5 missing-field extensions[0].args",
      "13:16 wrong-type settings.temperature",
      "14:3 unknown-key settings.goose_modell",
      "16:3 missing-field retry.checks",
      "16:16 out-of-range retry.max_retries",
      "19:5 sub-recipe-not-found sub_recipes[0].path",
    ]);
    expect(problems.filter(({ severity }) => severity === "warning").map(({ fix }) => fix)).toEqual([
      "Did you mean title?",
      "Did you mean goose_model?",
    ]);
    expect(problems.find(({ code }) => code === "unknown-parameter")?.fix).toContain("Did you mean word?");
    expect(
      problems.every(({ fix, message }) => fix.endsWith(".") || fix.endsWith("?") || message === ""),
    ).toBe(true);
  });
});

describe("each fault", () => {
  it.each<[code: string, text: string, line: number, column: number]>([
    ["bad-yaml", 'title: "a\nprompt: b\n', 3, 1],
    ["custom-tag", recipeText("prompt: !mine p\n"), 3, 9],
    ["duplicate-key", recipeText("prompt: p\ntitle: U\n"), 4, 1],
    ["several-documents", recipeText("prompt: p\n---\na: 1\n"), 4, 1],
    ["too-many-aliases", recipeText("prompt: p\nx: &x [*x]\n"), 4, 8],
    ["too-deep", recipeText(`prompt: p\nx: ${"[".repeat(70)}${"]".repeat(70)}\n`), 0, 0],
    ["too-large", recipeText(`prompt: ${"word ".repeat(450_000)}\n`), 0, 0],
    ["too-large", recipeText(`prompt: p\nx: {${"a, ".repeat(40_000)}}\n`), 0, 0],
    ["too-large", recipeText(`prompt: |\n  ${"{{ x }}".repeat(20_001)}\n`), 0, 0],
    ["hidden-character", recipeText("prompt: a\u202Eb\n"), 3, 10],
    ["wrong-type", "- a\n", 1, 1],
    ["missing-field", "description: d\nprompt: p\n", 1, 1],
    ["wrong-type", recipeText("prompt: {{ x }}\n"), 3, 9],
    ["no-task", recipeText("prompt: ' '\n"), 3, 1],
    [
      "duplicate-name",
      recipeText("prompt: p\nextensions:\n  - { type: builtin, name: a }\n  - { type: platform, name: a }\n"),
      6,
      23,
    ],
    ["bad-schema", recipeText("prompt: p\nresponse: { json_schema: { type: banana } }\n"), 4, 13],
    ["bad-value", one("input_type: text"), 5, 54],
    [
      "duplicate-parameter",
      `${one("input_type: string")}  - { key: x, input_type: string, requirement: required, description: d }\n`,
      6,
      7,
    ],
    ["unused-parameter", one("input_type: string").replace("{{ x }}", "{{ recipe_dir }}"), 5, 7],
    ["bad-default", one("input_type: number, default: many"), 5, 74],
    ["bad-default", one("input_type: boolean, default: maybe"), 5, 75],
    ["bad-default", one("input_type: date, default: 2026-02-30"), 5, 72],
    ["bad-default", one("input_type: select, options: [a, b], default: c"), 5, 91],
    ["file-default", one("input_type: file, default: a.txt"), 5, 72],
    ["missing-options", one("input_type: select"), 5, 5],
    ["unused-options", one("input_type: string, options: [a]"), 5, 74],
    ["bad-value", recipeText("prompt: p\nbudget: { max_time: soon }\n"), 4, 11],
    ["bad-value", recipeText("prompt: p\npermissions: { rules: { shell: perhaps } }\n"), 4, 25],
  ])("%s", async (code, text, line, column) => {
    const problems = await problemsOf(text);
    const places = problems.map((problem) => `${problem.code} ${problem.line ?? 0}:${problem.column ?? 0}`);
    expect(places).toContain(`${code} ${line}:${column}`);
  });

  it("has a code that is known", async () => {
    const problems = await problemsOf(recipeText("promt: p\n"));
    expect(problems.map(({ code }) => recipeProblemCodes.includes(code))).toEqual([true, true]);
  });
});

describe("unknown keys", () => {
  it("are warnings, errors where it is strict, and nothing where they begin with x-", async () => {
    const text = recipeText("prompt: p\nflavour: mint\nx-note: fine\n");
    const severities = async (strict: boolean) =>
      (await readRecipe({ text, folder: "/nowhere" }, { strict })).problems.map(({ severity, path }) => [
        severity,
        path,
      ]);
    expect(await severities(false)).toEqual([["warning", "flavour"]]);
    expect(await severities(true)).toEqual([["error", "flavour"]]);
  });
});

describe("all of the format", () => {
  it("becomes a recipe, also wrapped and as JSON", async () => {
    const document = {
      version: "2.0.0",
      title: "T",
      description: "d",
      instructions: "i",
      prompt: "p",
      extensions: [
        {
          type: "stdio",
          name: "s",
          cmd: "c",
          args: ["-y", 1],
          envs: { A: "b" },
          env_keys: ["K"],
          timeout: 5,
          cwd: "/w",
          bundled: false,
          available_tools: ["t"],
          description: "e",
        },
        {
          type: "streamable_http",
          name: "h",
          uri: "http://127.0.0.1:1",
          headers: { A: "b" },
          env_keys: ["H"],
          socket: "/s",
        },
        { type: "builtin", name: "b", display_name: "B", timeout: 1 },
        { type: "platform", name: "p" },
        { type: "frontend", name: "f", tools: [{ name: "t" }], instructions: "i" },
        { type: "inline_python", name: "y", code: "1", dependencies: ["mcp"] },
      ],
      settings: { provider: "p", model: "m", temperature: 0.5, max_turns: 3 },
      model: ["anthropic/a/b", "c", { provider: "d", model: "e", temperature: 1 }],
      response: { json_schema: { type: "object" } },
      retry: {
        max_retries: 2,
        checks: [{ type: "Shell", command: "true" }],
        on_failure: "x",
        timeout_seconds: 3,
        on_failure_timeout_seconds: 4,
      },
      activities: ["a"],
      author: { contact: "me", metadata: "m" },
      context: ["c"],
      permissions: { mode: "plan", rules: { shell: "ask", write: { verdict: "deny", reason: "no" } } },
      budget: { max_cost_usd: 0.5, max_tokens: 1000, max_time: "1h30m" },
      tests: ["a.test.yaml"],
    };
    const { problems, recipe } = await readRecipe({
      text: JSON.stringify({ name: "n", recipe: document }),
      folder: "/nowhere",
    });
    expect(problems.map(({ path, severity }) => [path, severity])).toEqual([]);
    const base = { availableTools: [] };
    expect(recipe).toEqual({
      version: "2.0.0",
      title: "T",
      description: "d",
      instructions: "i",
      prompt: "p",
      parameters: [],
      extensions: [
        {
          type: "stdio",
          name: "s",
          description: "e",
          command: "c",
          args: ["-y", "1"],
          env: { A: "b" },
          envKeys: ["K"],
          timeoutSeconds: 5,
          cwd: "/w",
          bundled: false,
          availableTools: ["t"],
        },
        {
          type: "streamable_http",
          name: "h",
          uri: "http://127.0.0.1:1",
          headers: { A: "b" },
          env: {},
          envKeys: ["H"],
          socket: "/s",
          ...base,
        },
        { type: "builtin", name: "b", displayName: "B", timeoutSeconds: 1, ...base },
        { type: "platform", name: "p", ...base },
        { type: "frontend", name: "f", tools: [{ name: "t" }], instructions: "i", ...base },
        { type: "inline_python", name: "y", code: "1", dependencies: ["mcp"], ...base },
      ],
      settings: { provider: "p", model: "m", temperature: 0.5, maxTurns: 3 },
      models: [
        { provider: "anthropic", model: "a/b" },
        { model: "c" },
        { provider: "d", model: "e", temperature: 1 },
      ],
      subRecipes: [],
      responseSchema: { type: "object" },
      retry: {
        maxRetries: 2,
        checks: [{ type: "shell", command: "true" }],
        onFailure: "x",
        timeoutSeconds: 3,
        onFailureTimeoutSeconds: 4,
      },
      activities: ["a"],
      author: { contact: "me", metadata: "m" },
      context: ["c"],
      permissions: {
        mode: "plan",
        rules: [
          { tool: "shell", verdict: "ask" },
          { tool: "write", verdict: "deny", reason: "no" },
        ],
      },
      budget: { maxCostUsd: 0.5, maxTokens: 1000, maxTimeMs: 5_400_000 },
      tests: ["a.test.yaml"],
    });
  });
});

describe("sub-recipes", () => {
  it("are read with theirs; rings, unusable ones and values for nothing are found", async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, "parts"));
    const write = (name: string, lines: string) => writeFile(join(folder.path, name), recipeText(lines));
    await write("parts/ring.yaml", "prompt: p\nsub_recipes:\n  - { name: back, path: ../main.yaml }\n");
    await write("parts/broken.yaml", "prompt: '{{ unknown }}'\n");
    await write(
      "parts/good.yaml",
      "prompt: '{{ word }}'\nparameters:\n  - { key: word, input_type: string, requirement: required, description: d }\n",
    );
    const main = `prompt: p
sub_recipes:
  - { name: me, path: main.yaml }
  - { name: ring, path: parts/ring.yaml }
  - { name: broken, path: parts/broken.yaml }
  - { name: good, path: "{{ recipe_dir }}/parts/good.yaml", values: { wort: a } }
  - { name: again, path: parts/good.yaml, values: { word: a } }
`;
    await write("main.yaml", main);
    const file = join(folder.path, "main.yaml");
    const read = await readRecipe({ text: recipeText(main), file });
    expect(read.problems.map(({ code, path, line }) => `${line} ${code} ${path}`)).toEqual([
      "5 sub-recipe-cycle sub_recipes[0].path",
      "6 sub-recipe-invalid sub_recipes[1].path",
      "7 sub-recipe-invalid sub_recipes[2].path",
      "8 sub-recipe-value sub_recipes[3].values.wort",
    ]);
    expect(read.problems.at(-1)?.fix).toBe("Did you mean word?");
    expect(read.subRecipes[1]?.read?.problems).toMatchObject([{ code: "sub-recipe-cycle" }]);
    expect(read.subRecipes[4]?.read).toBe(read.subRecipes[3]?.read);
  });
});
