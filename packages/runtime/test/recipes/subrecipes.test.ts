import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extractText, type Entry, type JsonObject } from "@skein/protocol";
import { readRecipe, recipeConsent } from "@skein/recipes";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { Runtime } from "../../src/index.ts";
import { recipeAgent, recipeInput, subrecipesOf, type RecipeAgentOptions } from "../../src/recipes.ts";
import { call, family, said, type Asked, type Say } from "../subagents/set-up.ts";
import { facts, filledRecipe, serverYaml, writeRecipe } from "./set-up.ts";

interface Tree {
  readonly text: string;
  readonly outcome: string;
  /** What the calls of the parent heard. */
  readonly heard: readonly string[];
  readonly children: readonly (readonly Entry[])[];
  readonly asked: readonly Asked[];
  readonly told: readonly string[];
}

/** Runs a recipe whose models answer by what they are asked. */
async function run(
  folder: string,
  body: string,
  say: Say,
  options: Partial<RecipeAgentOptions> = {},
): Promise<Tree> {
  const asked: Asked[] = [];
  const { runtime, settings } = family(folder, (one) => (asked.push(one), say(one)));
  await using _ = runtime;
  const filled = await filledRecipe(folder, body);
  const told: string[] = [];
  const base = {
    ...settings,
    builtins: ["developer"],
    checkpoints: false,
    warn: (text: string) => void told.push(text),
  };
  const made = await recipeAgent(filled, base, { ...facts, ...options });
  const { agent } = await runtime.open(made.settings);
  const { text, outcome } = await agent.run(recipeInput(filled.recipe)).result;
  const entries = await collect(runtime.sessions.entries(agent.session));
  return {
    text,
    outcome,
    heard: entries.flatMap((entry) => (entry.kind === "tool-result" ? [extractText(entry.content)] : [])),
    children: await childrenIn(runtime, entries),
    asked,
    told,
  };
}

async function childrenIn(runtime: Runtime, entries: readonly Entry[]): Promise<readonly Entry[][]> {
  const sessions = entries.flatMap((entry) => (entry.kind === "child" ? [entry.session] : []));
  return await Promise.all(sessions.map((session) => collect(runtime.sessions.entries(session))));
}

/** The parent calls `part` once with these values, and ends with what it heard. */
const once =
  (parameters: JsonObject, child: Say): Say =>
  (asked) => {
    if (asked.isChild) return child(asked);
    return asked.heard.length === 0
      ? [call("one", "subagent", { subrecipe: "part", parameters })]
      : said(asked.heard.join("\n"));
  };

const parent = (more = "") => `prompt: Go.
sub_recipes:
  - { name: part, path: part.yaml${more} }
`;

describe("a sub-recipe", () => {
  const greeting = `instructions: Be brief.
prompt: Greet {{ who }} {{ times }} times, {{ how }}.
parameters:
  - { key: who, input_type: string, requirement: required, description: Whom }
  - { key: times, input_type: number, requirement: optional, default: 1, description: How often }
  - { key: how, input_type: select, options: [loudly, softly], requirement: required, description: How }
`;

  it("is offered with what is left to choose, and runs as a child with its own prompt and instructions", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "part", greeting);
    const tree = await run(
      folder.path,
      parent(", values: { how: softly }"),
      once({ who: "Ann", times: 2 }, ({ task }) => said(`Did: ${task}`)),
    );
    expect(tree).toMatchObject({ outcome: "done", text: "Did: Greet Ann 2 times, softly." });
    const system = tree.asked[0]?.request.system ?? "";
    expect(system).toMatch(/part.*Tests\./s);
    expect(system).toMatch(/who/);
    expect(system).not.toContain("loudly");
    const child = tree.asked.find(({ isChild }) => isChild);
    expect(child?.request.system).toContain("Be brief.");
    expect(tree.asked[0]?.request.system).not.toContain("Be brief.");
    expect(tree.children[0]?.find((entry) => entry.kind === "session-start")).toMatchObject({
      recipe: join(folder.path, "part.yaml"),
      interaction: "execute",
    });
  });

  it("tells the model what is wrong with its values, all at once", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "part", greeting);
    const tree = await run(
      folder.path,
      parent(),
      once({ who: ["Ann"], times: 1, how: "softly" }, () => said("never")),
    );
    expect(tree.heard[0]).toContain("who: expected text, a number, true or false");
    const typed = await run(
      folder.path,
      parent(),
      once({ who: "Ann", times: "many", how: "shyly" }, () => said("never")),
    );
    expect(typed.heard[0]).toMatch(/times.*must be a number.*how.*one of: loudly, softly/s);
    expect([tree.children, typed.children]).toEqual([[], []]);
  });

  it.each([
    ["its fields", "instructions: 7\nprompt: {}\n", "prompt"],
    ["its template", "prompt: Greet {{ missing }}.\n", "missing"],
    [
      "its template, where a value is missing too",
      "prompt: Greet {{ missing }} {{ who }}.\nparameters: [{ key: who, input_type: string, requirement: required, description: W }]\n",
      "missing",
    ],
    ["its YAML", "prompt: [\n", "YAML"],
  ])("that is invalid lets the recipe run, and says so when it is called: %s", async (_, body, part) => {
    await using folder = await temporaryFolder();
    const file = await writeRecipe(folder.path, "part", body);
    const tree = await run(
      folder.path,
      parent(),
      once({}, () => said("never")),
    );
    expect(tree.outcome).toBe("done");
    expect(tree.children).toEqual([]);
    expect(tree.heard).toHaveLength(1);
    expect(tree.heard[0]).toContain("This sub-recipe cannot run: ");
    expect(tree.heard[0]).toContain(part);
    expect(tree.heard[0]).toContain(`(${file}`);
    expect(tree.heard[0]).toContain("Do not call it again; continue without it, and tell the user.");
  });

  it("that is invalid is told to the model in these words", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "part", "prompt: Greet {{ missing }}.\n");
    const tree = await run(
      folder.path,
      parent(),
      once({}, () => said("never")),
    );
    expect(tree.heard.join("\n").replaceAll(folder.path, "FOLDER")).toMatchInlineSnapshot(
      `"This sub-recipe cannot run: missing is used but is not a parameter. (FOLDER/part.yaml, line 4). Do not call it again; continue without it, and tell the user."`,
    );
  });

  it("without a prompt is told to do what its instructions say", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "part", "instructions: Sing.\n");
    const tree = await run(
      folder.path,
      parent(),
      once({}, ({ task }) => said(task)),
    );
    expect(tree.text).toBe("Do what your instructions say.");
  });

  it("is measured by its own checks, as often as it says", async () => {
    await using folder = await temporaryFolder();
    const checks = `prompt: Make it.
retry:
  max_retries: 1
  checks: [{ type: shell, command: "echo looked >>looks; test -f made" }]
`;
    await writeRecipe(folder.path, "part", checks);
    const lazy = await run(
      folder.path,
      parent(),
      once({}, () => said("Done.")),
    );
    expect(lazy.heard[0]).toMatch(/looks; test -f made.*exit code is 1/s);
    expect(lazy.outcome).toBe("done");
    expect(await readFile(join(folder.path, "looks"), "utf8")).toBe("looked\nlooked\n");
    const able = await run(
      folder.path,
      parent(),
      once({}, ({ heard }) =>
        heard.some((text) => text.includes("attempted before")) && heard.length === 1
          ? [call("make", "shell", { command: "touch made" })]
          : said("Made."),
      ),
    );
    expect(able.text).toBe("Made.");
  });

  it("has its own schema, extensions and budget, and none of what the parent has", async () => {
    await using folder = await temporaryFolder();
    const body = `prompt: Count.
extensions:
${serverYaml("own", "    available_tools: [env]\n    env_keys: [NOT_THERE]\n")}response: { json_schema: { type: object, properties: { n: { type: integer } }, required: [n] } }
permissions: { rules: { env: deny } }
settings: { max_turns: 3, temperature: 0.25, provider: scripted, model: small }
`;
    await writeRecipe(folder.path, "part", body);
    const tree = await run(
      folder.path,
      parent(),
      once({}, ({ heard }) =>
        heard.length === 0 ? [call("e", "own__env", {})] : [call("f", "final_output", { n: 3 })],
      ),
    );
    expect(tree.text).toBe('{"n":3}');
    const child = tree.asked.find(({ isChild }) => isChild)?.request;
    expect(child?.tools.map(({ name }) => name)).toEqual(["final_output", "own__env"]);
    expect(child?.options).toMatchObject({ temperature: 0.25 });
    const entries = tree.children[0] ?? [];
    expect(entries.find((entry) => entry.kind === "settings")).toMatchObject({
      model: "small",
      limits: { maxTurns: 3 },
    });
    expect(entries.find((entry) => entry.kind === "tool-result")).toMatchObject({
      failure: { kind: "denied" },
    });
    expect(tree.told).toEqual([expect.stringContaining("own is started without NOT_THERE")]);
  });

  it("stops at its own budget, whatever its parent may spend", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "part", "prompt: Spend.\nbudget: { max_cost_usd: 1 }\n");
    const tree = await run(
      folder.path,
      parent(),
      once({}, ({ heard }) => [call(`c${heard.length}`, "shell", { command: "true" })]),
    );
    expect(tree).toMatchObject({ outcome: "done", heard: [expect.stringContaining("could cost")] });
  });

  it("may have sub-recipes of its own", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(
      folder.path,
      "part",
      "prompt: Middle.\nsub_recipes: [{ name: leaf, path: leaf.yaml }]\n",
    );
    await writeRecipe(folder.path, "leaf", "prompt: Leaf.\n");
    const tree = await run(folder.path, parent(), ({ task, heard }) => {
      if (task === "Leaf.") return said("leaf done");
      if (heard.length > 0) return said(`${task} ${heard.join()}`);
      return [call("c", "subagent", { subrecipe: task === "Go." ? "part" : "leaf" })];
    });
    expect(tree.text).toBe("Go. Middle. leaf done");
  });

  it("runs as it was agreed to, not as its file is now", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "part", "prompt: Agreed.\n");
    const filled = await filledRecipe(folder.path, parent());
    await writeRecipe(folder.path, "part", "prompt: Changed.\n");
    const [part] = await subrecipesOf(filled, {
      cwd: folder.path,
      facts,
      model: { provider: "p", model: "m" },
    });
    expect(await part?.plan({}, new AbortController().signal)).toMatchObject({ task: "Agreed." });
  });

  it("that a parameter chooses runs commands only when somebody has agreed to it", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "calm", "prompt: Calm.\n");
    await writeRecipe(
      folder.path,
      "wild",
      "prompt: Wild.\nretry: { max_retries: 1, checks: [{ type: shell, command: 'true' }] }\n",
    );
    const body = `prompt: Go.
parameters: [{ key: which, input_type: string, requirement: required, description: Which }]
sub_recipes: [{ name: part, path: "{{ which }}.yaml" }]
`;
    const chosen = async (which: string, isTrusted?: (hash: string) => Promise<boolean>) => {
      const filled = await filledRecipe(folder.path, body, { which });
      const trusting = isTrusted ? { ...facts, isTrusted } : facts;
      return await subrecipesOf(filled, {
        cwd: folder.path,
        facts: trusting,
        model: { provider: "p", model: "m" },
      });
    };
    expect(await chosen("calm")).toHaveLength(1);
    await expect(chosen("wild")).rejects.toMatchObject({ nextStep: { do: "trust-folder" } });
    const file = join(folder.path, "wild.yaml");
    const read = await readRecipe({ text: await readFile(file, "utf8"), file });
    const { hash } = await recipeConsent(read, { cwd: folder.path });
    expect(await chosen("wild", async (one) => one === hash)).toHaveLength(1);
  });

  it("that a parameter chooses needs new consent when a file changes that its commands name", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "check.sh"), "true\n");
    await writeRecipe(
      folder.path,
      "wild",
      "prompt: Wild.\nretry: { max_retries: 1, checks: [{ type: shell, command: ./check.sh }] }\n",
    );
    const body = `prompt: Go.
parameters: [{ key: which, input_type: string, requirement: required, description: Which }]
sub_recipes: [{ name: part, path: "{{ which }}.yaml" }]
`;
    const file = join(folder.path, "wild.yaml");
    const read = await readRecipe({ text: await readFile(file, "utf8"), file });
    const { hash } = await recipeConsent(read, { cwd: folder.path });
    const chosen = async () =>
      subrecipesOf(await filledRecipe(folder.path, body, { which: "wild" }), {
        cwd: folder.path,
        facts: { ...facts, isTrusted: async (one) => one === hash },
        model: { provider: "p", model: "m" },
      });
    expect(await chosen()).toHaveLength(1);
    await writeFile(join(folder.path, "check.sh"), "evil\n");
    await expect(chosen()).rejects.toMatchObject({ code: "usage" });
  });
});
