import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { realpath } from "node:fs/promises";
import { extractText, type Answer, type JsonObject, type Question } from "@skein/protocol";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  missingSecrets,
  recipeAgent,
  unsupportedExtensions,
  type RecipeAgentOptions,
} from "../../src/recipes.ts";
import { done, setUp, use } from "../set-up.ts";
import { facts, filledRecipe, serverYaml, writeRecipe } from "./set-up.ts";

/** Makes the agent of a recipe, has it call `tool`, and tells what came out. */
async function called(
  folder: string,
  body: string,
  tool: string,
  options: Partial<RecipeAgentOptions> = {},
): Promise<{
  readonly tools: readonly string[];
  readonly told: JsonObject;
  readonly warnings: readonly string[];
}> {
  const { runtime, settings } = setUp(folder, [use(tool, {}), done]);
  await using _ = runtime;
  const base = { ...settings, checkpoints: false };
  const made = await recipeAgent(await filledRecipe(folder, body), base, { ...facts, ...options });
  const { agent, tools } = await runtime.open(made.settings);
  expect((await agent.run("Go.").result).outcome).toBe("done");
  const entries = await collect(runtime.sessions.entries(agent.session));
  const result = entries.find((entry) => entry.kind === "tool-result");
  const told = JSON.parse(extractText(result?.content ?? [])) as JsonObject;
  return { tools, told, warnings: made.warnings };
}

async function madeOf(extensions: string, options: Partial<RecipeAgentOptions> = {}) {
  await using folder = await temporaryFolder();
  const { runtime, settings } = setUp(folder.path, []);
  await using _ = runtime;
  const filled = await filledRecipe(folder.path, `prompt: Go.\n${extensions}`);
  return await recipeAgent(filled, settings, { ...facts, ...options });
}

/** MCP over HTTP, as far as listing tools and calling one goes. */
async function httpServer(): Promise<
  AsyncDisposable & { readonly url: string; readonly seen: IncomingHttpHeaders[] }
> {
  const seen: IncomingHttpHeaders[] = [];
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push({ ...request.headers, path: request.url });
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(await collect(request)).toString()) as {
      id?: number;
      method: string;
    };
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "h", version: "1" },
      },
      "tools/list": { tools: [{ name: "env", description: "Tells.", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: "{}" }] },
    };
    const answer = results[method]
      ? { result: results[method] }
      : { error: { code: -32601, message: "No." } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }
  const server = createServer((request, response) => void answerTo(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("extensions of a recipe", () => {
  it("of type stdio get their variables, the secrets they name, and only the tools named", async () => {
    await using folder = await temporaryFolder();
    const more = `    envs: { PLAIN: yes, NODE_OPTIONS: --require=/evil.js }
    env_keys: [MY_KEY, NOT_THERE]
    available_tools: [env]
`;
    const secret = async (name: string) => (name === "MY_KEY" ? "the-key" : undefined);
    const { tools, told, warnings } = await called(
      folder.path,
      `prompt: Go.\nextensions:\n${serverYaml("own", more)}`,
      "own__env",
      {
        secret,
      },
    );
    expect(tools).toEqual(["own__env"]);
    expect(told).toMatchObject({
      env: { PLAIN: "yes", HOME: process.env["HOME"] },
      cwd: await realpath(folder.path),
    });
    const { env } = told as { readonly env: Readonly<Record<string, string>> };
    // What it was really given is the key; the journal holds what stands for it, if it is known as a secret.
    expect(Object.keys(env)).toContain("MY_KEY");
    expect(Object.keys(env)).not.toContain("NODE_OPTIONS");
    expect(warnings).toEqual([
      expect.stringMatching(/own is started without NODE_OPTIONS, which a recipe may not set/),
      expect.stringMatching(/own is started without NOT_THERE/),
    ]);
  });

  it("of type streamable_http get headers and an address with what they are given, and nothing else", async () => {
    await using folder = await temporaryFolder();
    await using server = await httpServer();
    const body = `prompt: Go.
extensions:
  - type: streamable_http
    name: far
    uri: ${server.url}/$PLACE
    headers: { authorization: "Bearer \${MY_KEY}", x-home: "$HOME" }
    envs: { PLACE: mcp }
    env_keys: [MY_KEY]
`;
    const { tools } = await called(folder.path, body, "far__env", { secret: async () => "the-key" });
    expect(tools).toEqual(["far__env"]);
    expect(server.seen[0]).toMatchObject({
      path: "/mcp",
      authorization: "Bearer the-key",
      "x-home": "$HOME",
    });
  });

  it("want the secrets that their address or headers name", async () => {
    const body =
      "extensions:\n  - { type: streamable_http, name: far, uri: 'http://127.0.0.1:9/', headers: { a: '${KEY}' }, env_keys: [KEY] }\n";
    await expect(madeOf(body)).rejects.toMatchObject({
      code: "missing-key",
      message: expect.stringContaining("KEY"),
    });
  });

  it("take the place of the user's own, but for what the user has said for this run", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, []);
    await using _ = runtime;
    const base = {
      ...settings,
      builtins: ["developer", "recall"],
      servers: [{ name: "said", command: "x" }],
      optionalServers: [{ name: "configured", command: "y" }],
    };
    const filled = await filledRecipe(
      folder.path,
      "prompt: Go.\nextensions: [{ type: builtin, name: todo }]\n",
    );
    const { settings: made } = await recipeAgent(filled, base, {
      ...facts,
      said: { builtins: ["developer"] },
    });
    expect(made).toMatchObject({
      builtins: ["todo", "developer", "recall"],
      servers: [{ name: "said" }],
      optionalServers: [],
    });
    const plain = await recipeAgent(await filledRecipe(folder.path, "prompt: Go.\n"), base, facts);
    expect(plain.settings).toMatchObject({ builtins: base.builtins, optionalServers: base.optionalServers });
    const none = await recipeAgent(
      await filledRecipe(folder.path, "prompt: Go.\nextensions: []\n"),
      base,
      facts,
    );
    expect(none.settings.builtins).toEqual(["recall"]);
  });

  it("that are built in have the tools that a recipe written for Goose names", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, [done]);
    await using _ = runtime;
    const body = `prompt: Go.
extensions:
  - { type: builtin, name: developer, available_tools: [shell, text_editor, screen_capture] }
  - { type: platform, name: summon }
`;
    const { settings: made, warnings } = await recipeAgent(
      await filledRecipe(folder.path, body),
      settings,
      facts,
    );
    const { tools } = await runtime.open(made);
    expect(tools).toEqual(["edit", "read", "shell", "subagent", "subagent_control", "write"]);
    expect(warnings).toEqual([
      expect.stringMatching(/developer has no tool screen_capture.*edit, job, job_input, read, search/),
    ]);
  });

  it("that only Goose has are left out with a word", async () => {
    const { settings, warnings } = await madeOf(
      "extensions: [{ type: builtin, name: memory }, { type: platform, name: code_execution }, { type: builtin, name: tutorial }]\n",
    );
    expect(settings.builtins).toEqual(["memory", "developer"]);
    expect(settings.onlyTools).toEqual({});
    expect(warnings).toEqual([
      expect.stringContaining(
        "The extension code_execution is developer here, without programs that call other tools.",
      ),
      expect.stringContaining("Skein has no extension tutorial"),
    ]);
  });

  it("that are the same here are taken with their tools, and developer's analyze is what reads code", async () => {
    const { settings, warnings } = await madeOf(
      "extensions: [{ type: platform, name: summarize }, { type: platform, name: analyze, available_tools: [analyze] }, { type: builtin, name: developer, available_tools: [analyze] }]\n",
    );
    expect(settings.builtins).toEqual(["summarize", "analyze", "developer"]);
    expect(settings.onlyTools).toEqual({ analyze: ["analyze"], developer: ["read", "search", "tree"] });
    expect(warnings).toEqual([]);
  });

  it("that stand in widen nothing that the recipe says of them itself", async () => {
    const only = async (yaml: string) => (await madeOf(`extensions: [${yaml}]\n`)).settings.onlyTools;
    const own = "{ type: builtin, name: developer, available_tools: [shell] }";
    const programs = "{ type: platform, name: code_execution }";
    const controller = "{ type: builtin, name: Computer Controller }";
    expect(await only(`${programs}, ${own}, ${controller}`)).toEqual({ developer: ["shell"] });
    expect(await only(`${programs}, ${controller}`)).toEqual({});
  });

  it.each([["unknown", "{ type: builtin, name: nonsense }", /no built-in extension "nonsense"/]])(
    "that %s stop the recipe, and are warned of before",
    async (_which, extension, message) => {
      const body = `extensions: [${extension}]\n`;
      await expect(madeOf(body)).rejects.toMatchObject({
        name: "ExtensionError",
        message: expect.stringMatching(message),
      });
      await using folder = await temporaryFolder();
      const { recipe } = await filledRecipe(folder.path, `prompt: Go.\n${body}`);
      expect(unsupportedExtensions(recipe.extensions ?? [])).toMatchObject([{ isFatal: true }]);
    },
  );

  it("that an app runs are questions to it, limited to the tools that the recipe lists", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, [use("show", { page: 3 }), done]);
    await using _ = runtime;
    const schema = "{ type: object, properties: { page: { type: integer } }, required: [page] }";
    const body = `prompt: Go.
extensions:
  - type: frontend
    name: screen
    description: The screen.
    instructions: Show the page first.
    available_tools: [show]
    tools: [{ name: show, description: Shows a page., inputSchema: ${schema} }, { name: hide, inputSchema: { type: object } }]
`;
    const filled = await filledRecipe(folder.path, body);
    const made = await recipeAgent(filled, { ...settings, checkpoints: false }, facts);
    expect(made.warnings).toEqual([
      "The tools of the extension screen run in an app, which replies with their results. Without one you are asked for each result; where no one is available, the run ends as needs-input.",
    ]);
    const asked: Question[] = [];
    const ask = async (question: Question): Promise<Answer> => {
      asked.push(question);
      return question.kind === "clarification" ? { reply: { result: { shown: 3 } } } : { allow: "once" };
    };
    const { agent, tools } = await runtime.open({ ...made.settings, ask });
    expect(tools).toContain("show");
    expect(tools).not.toContain("hide");
    expect((await agent.run("Go.").result).outcome).toBe("done");
    expect(asked.at(-1)).toMatchObject({ frontend: { tool: "show", input: { page: 3 } } });
    const entries = await collect(runtime.sessions.entries(agent.session));
    const result = entries.find((entry) => entry.kind === "tool-result");
    expect(result).toMatchObject({ structured: { shown: 3 } });
  });

  it("that an app runs are refused with the place of a definition that cannot be used", async () => {
    const broken = madeOf(
      "extensions: [{ type: frontend, name: screen, tools: [{ name: a b, inputSchema: {} }] }]\n",
    );
    await expect(broken).rejects.toThrow("The extension screen has a tool that cannot be used (tools[0]):");
  });

  it("over HTTP may be behind a socket", async () => {
    const over = async (socket: string) => {
      const { settings } = await madeOf(
        `extensions: [{ type: streamable_http, name: s, uri: 'http://x/', socket: '${socket}' }]\n`,
      );
      return settings.servers;
    };
    expect(await over("/run/x")).toMatchObject([{ url: "http://x/", socket: "/run/x" }]);
    expect(await over("@x")).toMatchObject([{ socket: "@x" }]);
  });

  it("in Python are run by uvx, with what they depend on", async () => {
    const { settings } = await madeOf(
      "extensions: [{ type: inline_python, name: py, code: 'print(1)', dependencies: [numpy], timeout: 20 }]\n",
    );
    expect(settings.servers).toEqual([
      expect.objectContaining({
        name: "py",
        command: "uvx",
        args: ["--with", "mcp", "--with", "numpy", "python", "-c", "print(1)"],
        timeoutMs: 20_000,
      }),
    ]);
  });

  it("report missing secrets, also of sub-recipes", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(
      folder.path,
      "part",
      `prompt: Go.\nextensions:\n${serverYaml("a", "    env_keys: [PART_KEY]\n")}`,
    );
    const body = `prompt: Go.
extensions:
${serverYaml("b", "    env_keys: [HAD_KEY, OWN_KEY]\n")}sub_recipes: [{ name: part, path: part.yaml }]
`;
    const { recipe, read } = await filledRecipe(folder.path, body);
    const secret = async (name: string) => (name === "HAD_KEY" ? "x" : undefined);
    expect(await missingSecrets(recipe, read.subRecipes, secret)).toEqual(["OWN_KEY", "PART_KEY"]);
  });
});
