import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { costRange, type CostQuestion } from "../../src/plan/cost-range.ts";
import { planRecipe, type PlanInputs } from "../../src/plan/plan-recipe.ts";
import { planText } from "../../src/plan/plan-text.ts";
import { readRecipe } from "../../src/read/read-recipe.ts";
import { renderRecipe } from "../../src/render/render-recipe.ts";
import { treeOf } from "../find/tree-of.ts";

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const facts: PlanInputs = {
  mode: "smart_approve",
  model: { provider: "some", model: "default" },
  extensions: ["developer", "todo"],
  toolsOf: (name) => (name === "developer" ? ["edit", "read", "shell"] : undefined),
  hasSecret: (name) => name === "GITHUB_TOKEN",
  factsOf: ({ model }) =>
    model === "known" ? { price, contextTokens: 200_000, outputTokens: 64_000 } : undefined,
  requestTokens: 10_000,
  maxTurns: 1000,
};

async function planned(files: Readonly<Record<string, string>>, change: Partial<PlanInputs> = {}) {
  await using folder = await temporaryFolder();
  await treeOf(folder.path, files);
  const read = await readRecipe({ text: files["main.yaml"]!, file: join(folder.path, "main.yaml") });
  expect(read.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const { recipe } = await renderRecipe(read, {});
  const plan = planRecipe(recipe!, read.subRecipes, { ...facts, ...change });
  return { plan, text: planText(plan).join("\n").replaceAll(folder.path, "FOLDER") };
}

const main = `version: 1.0.0
title: Release
description: Makes a release
prompt: Go.
model: [known, other/unknown]
settings: { max_turns: 20 }
extensions:
  - { type: builtin, name: developer, available_tools: [read, shell] }
  - { type: stdio, name: gh, cmd: npx, args: [-y, "a b"], env_keys: [GITHUB_TOKEN, SLACK_TOKEN] }
sub_recipes:
  - { name: notes, path: sub/notes.yaml }
  - { name: check, path: sub/check.yaml, sequential_when_repeated: true }
response: { json_schema: { type: object } }
retry: { max_retries: 2, checks: [{ type: shell, command: npm test }] }
permissions: { mode: approve, rules: { shell: deny } }
budget: { max_cost_usd: 0.5, max_time: 10m }
`;
const sub = (title: string, more = "") =>
  `version: 1.0.0\ntitle: ${title}\ndescription: d\nprompt: p\n${more}`;

describe("the plan of a recipe", () => {
  it("tells what would be used, and of sub-recipes too", async () => {
    const { plan, text } = await planned({
      "main.yaml": main,
      "sub/notes.yaml": sub(
        "Notes",
        "extensions: [{ type: streamable_http, name: web, uri: https://x.org/mcp, env_keys: [WEB_KEY] }]\nsub_recipes: [{ name: deep, path: deep.yaml }]\n",
      ),
      "sub/deep.yaml": sub("Deep", "retry: { max_retries: 1, checks: [{ type: shell, command: make }] }\n"),
      "sub/check.yaml": sub("check", "extensions: []\n"),
    });
    expect(text).toMatchSnapshot();
    expect(plan.secrets).toEqual([
      { name: "GITHUB_TOKEN", isThere: true },
      { name: "SLACK_TOKEN", isThere: false },
      { name: "WEB_KEY", isThere: false },
    ]);
    expect(plan.cost.atMost).toEqual({ usd: 0.5, by: "budget" });
  });

  it("is that of the user where the recipe says nothing", async () => {
    const { plan } = await planned({ "main.yaml": sub("Small") });
    expect(plan).toMatchObject({
      extensions: [{ name: "developer", tools: ["edit", "read", "shell"] }, { name: "todo" }],
      models: [{ provider: "some", model: "default", isPriceKnown: false }],
      rights: { mode: "smart_approve", rules: [] },
      maxTurns: 1000,
      cost: { atLeast: undefined, atMost: { unknown: "a price is unknown" } },
    });
    expect(plan.extensions[1]).not.toHaveProperty("tools");
  });

  it("names the tools that the recipe leaves on, as far as they are known", async () => {
    const { plan, text } = await planned({
      "main.yaml": sub(
        "Tools",
        `extensions:
  - { type: builtin, name: developer, available_tools: [shell, gone] }
  - { type: builtin, name: unknown, available_tools: [a, b] }
  - { type: builtin, name: other }
`,
      ),
    });
    expect(plan.extensions).toEqual([
      { name: "developer", type: "builtin", tools: ["shell"] },
      { name: "unknown", type: "builtin", tools: ["a", "b"] },
      { name: "other", type: "builtin" },
    ]);
    expect(text).toContain("  unknown (builtin): a, b\n  other (builtin): tools unknown until it starts");
  });

  it.each<[name: string, more: string, lines: readonly string[]]>([
    [
      "a known price",
      "model: [known]\n",
      [
        "  known",
        "  at least $0.0030, one request",
        "  at most $1470.00, all turns with a full context window",
      ],
    ],
    [
      "an unknown price",
      "model: [unknown]\n",
      [
        "  unknown (price unknown)",
        "  at least: unknown, the price is unknown",
        "  at most: unknown, a price is unknown",
      ],
    ],
    [
      "a budget of tokens",
      "model: [known]\nbudget: { max_tokens: 1000 }\n",
      ["  1000 tokens", "  at most $0.0150, the token budget"],
    ],
    ["a budget of time", "budget: { max_time: 90s }\n", ["  90 s"]],
    ["a budget of money", "budget: { max_cost_usd: 2 }\n", ["  $2.00", "  at most $2.00, the cost budget"]],
    [
      "no tools",
      "extensions: [{ type: builtin, name: developer, available_tools: [none] }]\n",
      ["  developer (builtin): no tools"],
    ],
    ["the user's rights", "", ["  mode smart_approve"]],
    ["rules", "permissions: { rules: { shell: deny } }\n", ["  mode smart_approve", "  shell: deny"]],
    [
      "a check",
      "retry: { max_retries: 1, checks: [{ type: shell, command: make }] }\n",
      ["  make", "  up to 1 more try"],
    ],
    ["the turns of the settings", "settings: { max_turns: 7 }\n", ["  7 turns per try"]],
    ["a provider of its own", "settings: { goose_provider: p, goose_model: m }\n", ["  p/m (price unknown)"]],
  ])("is shown with %s", async (_, more, lines) => {
    const { text } = await planned({ "main.yaml": sub("Shown", more) });
    for (const line of lines) expect(text.split("\n")).toContain(line);
  });

  it("takes from the rights of the user, and adds none", async () => {
    const mode = async (wanted: string) =>
      (await planned({ "main.yaml": sub("Free", `permissions: { mode: ${wanted} }\n`) })).plan.rights.mode;
    expect([await mode("auto"), await mode("plan")]).toEqual(["smart_approve", "plan"]);
  });

  it("does not allow more turns than the user does", async () => {
    const { plan } = await planned(
      { "main.yaml": sub("Long", "settings: { max_turns: 500 }\n") },
      { maxTurns: 100 },
    );
    expect(plan.maxTurns).toBe(100);
  });
});

const question: CostQuestion = {
  models: [{ price, contextTokens: 200_000, outputTokens: 64_000 }],
  requestTokens: 10_000,
  requests: 20,
  hasSubRecipes: false,
  budget: {},
};

describe("what a run may cost", () => {
  it("is at least one request, from a cache", () => {
    expect(costRange(question).atLeast).toBeCloseTo(0.003, 10);
  });

  it("is at most all requests with a full window", () => {
    const usd = (20 * (136_000 * 3.75 + 64_000 * 15)) / 1_000_000;
    expect(costRange(question).atMost).toEqual({ usd, by: "turns" });
  });

  it("is at most the least of the budgets", () => {
    expect(costRange({ ...question, budget: { maxCostUsd: 1, maxTokens: 10_000 } }).atMost).toEqual({
      usd: 0.15,
      by: "token-budget",
    });
    expect(costRange({ ...question, budget: { maxCostUsd: 0.1, maxTokens: 10_000 } }).atMost).toEqual({
      usd: 0.1,
      by: "budget",
    });
  });

  it.each([
    [{ models: [undefined] }, "a price is unknown"],
    [{ models: [question.models[0], undefined] }, "a price is unknown"],
    [{ models: [{ price }] }, "the context window of a model is unknown"],
    [{ hasSubRecipes: true }, "sub-recipes may run any number of times"],
  ] as const)("is unknown with %j", (change, unknown) => {
    expect(costRange({ ...question, ...change }).atMost).toEqual({ unknown });
  });

  it("is never less at most than at least, when the window holds the request", () => {
    const rate = fc.double({ min: 0, max: 100, noNaN: true });
    const prices = fc.record({ input: rate, output: rate }, { requiredKeys: ["input", "output"] });
    checkProperty(
      fc.property(
        prices,
        rate,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 50 }),
        (rates, cacheRead, window, requests) => {
          const models = [{ price: { ...rates, cacheRead }, contextTokens: window }];
          const { atLeast, atMost } = costRange({ ...question, models, requests, requestTokens: window });
          expect("usd" in atMost && atMost.usd).toBeGreaterThanOrEqual(atLeast! * (1 - 1e-9));
        },
      ),
    );
  });
});
