import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer, serveScript } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const refusing = () =>
  serveScript(() => ({
    status: 401,
    contentType: "application/json",
    body: Buffer.from(
      JSON.stringify({ type: "error", error: { type: "authentication_error", message: "no" } }),
    ),
  }));

describe("skein provider list", () => {
  it("tells which keys are found and where, and never a key", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.here(["provider", "list"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/anthropic .*ANTHROPIC_API_KEY in the environment/);
    expect(
      Math.max(
        ...stdout
          .split("\n")
          .slice(0, 4)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
    expect(stdout + stderr).not.toContain("sk-ant");
    const json = await skein.here(["provider", "--json"], { ANTHROPIC_API_KEY: "" });
    const { providers } = JSON.parse(json.stdout) as { providers: { id: string; key: unknown }[] };
    expect(providers.find(({ id }) => id === "anthropic")).toMatchObject({ key: null, needsKey: true });
  });
});

describe("skein provider list, of what is not ready,", () => {
  it("says which variables are missing, and nothing of what is there", async () => {
    await using skein = await skeinHome();
    const missing = async (env: Record<string, string>) => {
      const { stdout } = await skein.here(["provider", "list", "--json"], env);
      const { providers } = JSON.parse(stdout) as { providers: { id: string; missing: string[] }[] };
      return Object.fromEntries(providers.map((one) => [one.id, one.missing]));
    };
    expect(await missing({ ANTHROPIC_API_KEY: "" })).toMatchObject({
      anthropic: ["ANTHROPIC_API_KEY"],
      google: ["GEMINI_API_KEY or GOOGLE_API_KEY"],
      "azure-openai": ["AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT"],
      vertex: ["GOOGLE_CLOUD_PROJECT"],
      ollama: [],
    });
    expect(
      await missing({ AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "https://a.test" }),
    ).toMatchObject({
      anthropic: [],
      "azure-openai": [],
    });
    const { stdout } = await skein.here(["provider", "list"]);
    expect(stdout).toMatch(
      /Not ready.*\n(.*\n)* {2}azure-openai +AZURE_OPENAI_API_KEY, AZURE_OPENAI_ENDPOINT\n/,
    );
  });
});

describe("skein provider check", () => {
  it("is 0 when the provider answers, with the time it took", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    expect(await skein.here(["provider", "check"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^anthropic answers \(\d+ ms\)\.\n$/) as string,
    });
    const { stdout } = await skein.here(["provider", "check", "anthropic", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ provider: "anthropic", ok: true });
  });

  it("is 3 with a hint when it refuses the key, after one request", async () => {
    await using server = await refusing();
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.here(["provider", "check"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toContain("ANTHROPIC_API_KEY");
    expect(stderr).not.toContain("sk-ant-test");
    expect(server.requests).toHaveLength(1);
    const json = await skein.here(["provider", "check", "--json"]);
    expect(json.exitCode).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, error: { code: "auth" } });
  });

  it("is 3 when no server is there, and 2 without a key or for an unknown name", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    expect((await skein.here(["provider", "check"])).exitCode).toBe(3);
    expect((await skein.here(["provider", "check"], { ANTHROPIC_API_KEY: "" })).exitCode).toBe(2);
    const unknown = await skein.here(["provider", "check", "missing"]);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain("Use one of");
  });

  it("goes to the address of the user's config file, unless the environment names one", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome("http://127.0.0.1:9");
    mkdirSync(join(skein.home, ".config", "skein"), { recursive: true });
    const file = join(skein.home, ".config", "skein", "config.yaml");
    writeFileSync(file, `providers:\n  anthropic: { baseUrl: "${server.url}" }\n`);
    expect((await skein.here(["provider", "check"])).exitCode).toBe(3);
    expect((await skein.here(["provider", "check"], { ANTHROPIC_BASE_URL: "" })).exitCode).toBe(0);
    writeFileSync(file, "mode: auto\nproviders:\n  anthropic: { baseUrl: 'https://u:p@x' }\n");
    const wrong = await skein.here(["provider", "check"], { ANTHROPIC_BASE_URL: "" });
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain(`${file}:3:16: providers.anthropic.baseUrl`);
  });
});

describe("skein provider models", () => {
  it("lists what the endpoint offers, with limits, and prices where they are known", async () => {
    const known = { id: "claude-sonnet-4-5", max_input_tokens: 200_000, max_tokens: 64_000 };
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify({ data: [known, { id: "new-model" }] })),
    }));
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout } = await skein.here(["provider", "models"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/claude-sonnet-4-5 +200k +64k +3 +15/);
    expect(stdout).toMatch(/new-model +\? +\? +\? +\?/);
    const json = await skein.here(["provider", "models", "anthropic", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      provider: "anthropic",
      models: [
        { id: "claude-sonnet-4-5", price: { input: 3 } },
        { id: "new-model", limits: {} },
      ],
    });
  });
});

describe("skein provider refresh", () => {
  const list = (output: number) => ({
    anthropic: {
      models: {
        "claude-sonnet-4-5": { limit: { context: 1_000_000, output: 64_000 }, cost: { input: 3, output } },
        "claude-next": { limit: { context: 2_000_000, output: 8 }, cost: { input: 1, output: 2 } },
        "claude-newest": { limit: { context: 2_000_000 }, cost: { input: 1, output: 2 } },
      },
    },
    groq: { models: { "openai/gpt-oss-120b": { cost: { input: 0.15, output: 0.6 } } } },
    unheard: { models: { of: {} } },
  });
  const listsModels = {
    status: 200,
    contentType: "application/json",
    body: Buffer.from(JSON.stringify({ data: [{ id: "claude-sonnet-4-5" }, { id: "claude-newest" }] })),
  };

  async function refreshed(output: number) {
    const server = await serveScript(({ path }) =>
      path.startsWith("/list.json")
        ? { ...listsModels, body: Buffer.from(JSON.stringify(list(output))) }
        : listsModels,
    );
    const skein = await skeinHome(server.url);
    const config = join(skein.home, ".config", "skein");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "config.yaml"), `modelCatalog: "${server.url}/list.json?key=k-123"\n`);
    return {
      run: (...words: string[]) => skein.here(["provider", ...words]),
      async [Symbol.asyncDispose]() {
        await skein[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  it("fetches what is new, says what it changes, and names what cannot be used", async () => {
    await using skein = await refreshed(16);
    const { exitCode, stdout, stderr } = await skein.run("refresh");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/anthropic +claude-sonnet-4-5 +\$ out +15 +16/);
    expect(stdout).toMatch(/anthropic +claude-sonnet-4-5 +context +\d+k +1000k/);
    expect(stdout).toContain("anthropic: 3 models, 1 new, 1 changed");
    expect(stdout).toContain("groq: 1 model, 0 new, 0 changed");
    expect(stdout).not.toContain("unheard");
    expect(stderr).toContain("Not used: anthropic claude-next: limit.output is 8.");
    expect(`${stdout}${stderr}`).not.toContain("k-123");
    const { stdout: models, stderr: note } = await skein.run("models");
    expect(note).toMatch(
      /^Tokens; US dollars per million tokens\. \?: not known\.\nWhat the provider does not say itself is from http:\S+\/list\.json, fetched on \d{4}-\d\d-\d\d\.\n$/,
    );
    expect(JSON.parse((await skein.run("models", "--json")).stdout)).toMatchObject({
      fetched: { source: expect.stringContaining("/list.json"), fetchedAt: expect.stringMatching(/^20/) },
    });
    expect(models).toMatch(/claude-sonnet-4-5 +1000k +64k +3 +16/);
    expect(models).toMatch(/claude-newest +2000k +\? +1 +2/);
    expect((await skein.run("refresh")).stdout).toContain("anthropic: 3 models, 0 new, 0 changed");
  });

  it("lowers no price of Skein's own unless it is told to", async () => {
    await using skein = await refreshed(14);
    const asked = await skein.run("refresh");
    expect([asked.exitCode, asked.stderr]).toEqual([
      0,
      expect.stringContaining("1 lower price not used. Add --yes"),
    ]);
    expect((await skein.run("models")).stdout).toMatch(/claude-sonnet-4-5 +1000k +64k +3 +15/);
    expect((await skein.run("refresh", "--yes")).exitCode).toBe(0);
    expect((await skein.run("models")).stdout).toMatch(/claude-sonnet-4-5 +1000k +64k +3 +14/);
  });

  it("changes nothing with --dry-run, or when the list cannot be read", async () => {
    await using skein = await refreshed(16);
    const before = (await skein.run("models")).stdout;
    const dry = JSON.parse((await skein.run("refresh", "--dry-run", "--json")).stdout) as object;
    expect(dry).toMatchObject({
      isDryRun: true,
      providers: expect.arrayContaining([expect.objectContaining({ provider: "anthropic", count: 3 })]),
    });
    const wrong = await skein.run("refresh", "--from", "/nowhere/list.json");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain("The list of models at /nowhere/list.json cannot be used");
    expect((await skein.run("models")).stdout).toBe(before);
  });
});
