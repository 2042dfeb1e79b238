import { isAbsolute } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../../src/index.ts";
import { recipeAgent, recipeInput, type RecipeAgent, type RecipeAgentOptions } from "../../src/recipes.ts";
import { done, setUp, shell, use } from "../set-up.ts";
import { facts, filledRecipe } from "./set-up.ts";

const base: AgentSettings = {
  provider: "home",
  model: "home-1",
  mode: "smart_approve",
  cwd: "/",
  interaction: "chat",
  builtins: [],
};

async function made(
  body: string,
  options: Partial<RecipeAgentOptions> = {},
  settings: Partial<AgentSettings> = {},
): Promise<RecipeAgent> {
  await using folder = await temporaryFolder();
  const filled = await filledRecipe(folder.path, `prompt: Go.\n${body}`);
  return await recipeAgent(filled, { ...base, ...settings }, { ...facts, ...options });
}

const list = "model: [far/a, { provider: near, model: b, temperature: 0.2 }, near/c]\n";
const hasKey = async (provider: string) => provider === "near";

describe("who answers a recipe", () => {
  it.each<[string, string, Partial<RecipeAgentOptions>, object]>([
    ["no model: the user's", "", {}, { provider: "home", model: "home-1" }],
    [
      "its settings",
      "settings: { goose_provider: far, goose_model: a }\n",
      {},
      { provider: "far", model: "a" },
    ],
    ["its model, of the user's provider", "settings: { model: a }\n", {}, { provider: "home", model: "a" }],
    [
      "the default model of its provider",
      "settings: { provider: far }\n",
      { defaultModel: () => "far-1" },
      { provider: "far", model: "far-1" },
    ],
    [
      "under the id that its provider has here",
      "settings: { provider: Far, model: a }\n",
      { providerId: (name) => name.toLowerCase() },
      { provider: "far", model: "a" },
    ],
    [
      "the first of its list whose key is there; the others behind it",
      list,
      { hasKey },
      {
        provider: "near",
        model: "b",
        options: { temperature: 0.2 },
        fallback: [
          { provider: "far", model: "a" },
          { provider: "near", model: "c" },
          { provider: "home", model: "h" },
        ],
      },
    ],
    [
      "the first of its list when no key is there",
      list,
      { hasKey: async () => false },
      { provider: "far", model: "a" },
    ],
    [
      "the first that is known",
      list,
      { providerId: (name) => (name === "near" ? name : undefined) },
      { provider: "near", model: "b" },
    ],
    [
      "whom the user has said",
      list,
      { said: { provider: "home", model: "home-1" } },
      { provider: "home", model: "home-1" },
    ],
    [
      "its model of the provider that the user has said",
      list,
      { said: { provider: "near" } },
      { provider: "near", model: "b" },
    ],
    [
      "the user's own when it has none of that provider",
      list,
      { said: { provider: "home" } },
      { provider: "home", model: "home-1" },
    ],
    [
      "the model that the user has said, of its provider",
      "settings: { provider: far, model: a }\n",
      { said: { model: "z" } },
      { provider: "far", model: "z" },
    ],
  ])("is %s", async (_who, body, options, expected) => {
    const { settings } = await made(body, options, { fallback: [{ provider: "home", model: "h" }] });
    expect(settings).toMatchObject(expected);
  });

  it("is missing when no provider of it is known, or no model", async () => {
    const unknown = made(list, { providerId: () => undefined });
    await expect(unknown).rejects.toMatchObject({
      code: "unknown-provider",
      message: expect.stringContaining("far, near"),
    });
    const nameless = made("settings: { provider: far }\n");
    await expect(nameless).rejects.toMatchObject({ code: "usage", nextStep: { do: "name-model" } });
  });
});

describe("what a recipe sets", () => {
  const body = `settings: { temperature: 0.5, max_turns: 7 }
budget: { max_cost_usd: 2, max_tokens: 5000, max_time: 1m }
response: { json_schema: { type: object } }
`;

  it("comes after what the user has said, and before what is set elsewhere", async () => {
    const elsewhere = {
      options: { temperature: 1, effort: "low" },
      limits: { maxTurns: 3, maxRepetitions: 9 },
    } as const;
    const { settings } = await made(body, {}, elsewhere);
    expect(settings).toMatchObject({
      interaction: "execute",
      options: { temperature: 0.5, effort: "low" },
      limits: { maxTurns: 7, maxRepetitions: 9, maxTimeMs: 60_000 },
      outputSchema: { type: "object" },
    });
    const said = await made(
      body,
      { said: { temperature: 0, maxTurns: 4 } },
      { ...elsewhere, outputSchema: { type: "array" } },
    );
    expect(said.settings).toMatchObject({
      options: { temperature: 0 },
      limits: { maxTurns: 4 },
      outputSchema: { type: "array" },
    });
  });

  it("can only lessen what may be spent", async () => {
    const less = await made(body, {}, { maxCostUsd: 1, limits: { maxTimeMs: 5000 } });
    expect(less.settings).toMatchObject({ maxCostUsd: 1, maxTokens: 5000, limits: { maxTimeMs: 5000 } });
    const more = await made(body, {}, { maxCostUsd: 9, maxTokens: 9000, limits: { maxTimeMs: 90_000 } });
    expect(more.settings).toMatchObject({ maxCostUsd: 2, maxTokens: 5000, limits: { maxTimeMs: 60_000 } });
  });

  it("is a conversation where a person stays, without a typed result", async () => {
    const { settings } = await made(body, { interactive: true });
    expect(settings).toMatchObject({ interaction: "chat", outputSchema: undefined });
  });

  it("is named by the file it came from", async () => {
    const { settings } = await made("");
    expect(isAbsolute(settings.recipe ?? "")).toBe(true);
  });
});

describe("what a recipe is told first", () => {
  const titled = { title: "T", prompt: "Go." };
  it.each([
    ["its prompt", titled, undefined, "Go."],
    ["its prompt, then the user's words", titled, "Fast.", "Go.\n\nFast."],
    ["the user's words alone", { title: "T", prompt: " " }, "Fast.", "Fast."],
  ])("is %s", (_what, recipe, text, expected) => {
    expect(recipeInput({ ...recipe } as Parameters<typeof recipeInput>[0], text)).toBe(expected);
  });

  it("is missing when there is neither", () => {
    expect(() => recipeInput({ title: "T" } as Parameters<typeof recipeInput>[0], " ")).toThrow(
      /there is nothing to do/,
    );
  });
});

describe("rights of a recipe", () => {
  const permissions = "permissions: { mode: plan, rules: { shell: ask, write: deny, developer: allow } }\n";

  it("only narrow; what would be more is left out and said", async () => {
    const { settings, warnings } = await made(permissions, {}, { mode: "auto" });
    expect(settings.narrow).toEqual({
      mode: "plan",
      rules: [
        { tool: "shell", verdict: "ask" },
        { tool: "write", verdict: "deny" },
      ],
    });
    expect(settings.mode).toBe("auto");
    expect(warnings).toEqual([expect.stringContaining("rules that allow developer are left out")]);
    const freer = await made("permissions: { mode: auto }\n", {}, { mode: "approve" });
    expect(freer.warnings).toEqual([expect.stringMatching(/asks for the mode auto.*approve/)]);
  });

  it("hold whatever mode is set later", async () => {
    await using folder = await temporaryFolder();
    const script = [
      use("write", { path: "a", content: "b" }),
      [...shell("s", "echo hi > b")],
      use("todo", { items: [] }),
      done,
    ];
    const { runtime, settings } = setUp(folder.path, script);
    await using _ = runtime;
    const filled = await filledRecipe(
      folder.path,
      "prompt: Go.\npermissions: { mode: plan, rules: { todo: deny } }\n",
    );
    const { settings: narrowed } = await recipeAgent(
      filled,
      { ...settings, mode: "approve", checkpoints: false },
      facts,
    );
    const asked: string[] = [];
    const { agent } = await runtime.open({
      ...narrowed,
      ask: async (question) => {
        asked.push(question.kind === "approval" ? question.tool : question.kind);
        return { allow: "once" };
      },
    });
    const run = agent.run("Go.");
    await run.setMode("auto");
    const denied: string[] = [];
    for await (const event of run) if (event.type === "tool-end" && event.failure) denied.push(event.failure);
    expect(denied).toEqual(["denied", "denied", "denied"]);
    expect(asked).toEqual([]);
  });

  it("offer no tools to who may only talk", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, [done]);
    await using _ = runtime;
    const filled = await filledRecipe(folder.path, "prompt: Go.\npermissions: { mode: chat }\n");
    const { settings: narrowed } = await recipeAgent(filled, settings, facts);
    expect((await runtime.open(narrowed)).tools).toEqual([]);
  });
});
