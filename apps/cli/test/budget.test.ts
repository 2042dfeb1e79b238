import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer, openaiChatServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** A dollar for 20,000 tokens of input, one for 5,000 of output. */
const config = `models:
  some-model:
    outputTokens: 4000
    price: { input: 50, output: 200, cacheRead: 5 }
`;

const json = ["--output-format", "json"];

async function configured(skein: SkeinHome, text: string): Promise<void> {
  const folder = join(skein.home, ".config", "skein");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.yaml"), text);
}

function asked(url: string) {
  const env = {
    ANTHROPIC_API_KEY: "",
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: `${url}/v1`,
    SKEIN_OPENAI_API: "chat",
  };
  return {
    env,
    args: [
      "run",
      "-t",
      "go",
      "--mode",
      "auto",
      "--model",
      "some-model",
      "--with-builtin",
      "todo",
      "--no-profile",
    ],
  };
}

describe("skein run --max-cost and --max-tokens", () => {
  it.each<[string, object | null]>([
    ["cached_tokens", { prompt_tokens: 4_000, completion_tokens: 200, total_tokens: 4_200 }],
    ["all counters", null],
  ])("hold against a server that leaves out %s", async (_, usage) => {
    await using server = await openaiChatServer((_request, count) => ({
      parts: [shell(`t${count}`, `echo ${count}`)],
      usage: usage as never,
    }));
    await using skein = await skeinHome();
    await configured(skein, config);
    const { env, args } = asked(server.url);
    const run = await skein.here([...args, "--max-cost", "4", ...json], env);
    expect(run.exitCode).toBe(5);
    const result = JSON.parse(run.stdout);
    expect(result).toMatchObject({ outcome: "budget", costIsEstimate: true });
    expect(result.costUsd).toBeLessThanOrEqual(4);
    expect(result.costUsd).toBeGreaterThanOrEqual(server.requests.length * 0.04);
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.length).toBeLessThan(30);
    const tokens = await skein.here([...args, "--max-tokens", "90000", ...json], env);
    expect(tokens.exitCode).toBe(5);
  });

  it("end a reply that a server does not end, and never run its calls", async () => {
    await using server = await openaiChatServer([
      {
        parts: [{ type: "text", text: "more and more ".repeat(20_000) }, shell("t1", "touch marker")],
        chunkBytes: 4_000,
        delayMs: 1,
      },
    ]);
    await using skein = await skeinHome();
    await configured(skein, config);
    const { env, args } = asked(server.url);
    const run = await skein.here([...args, "--max-cost", "3", ...json], env);
    const result = JSON.parse(run.stdout);
    expect([run.exitCode, result.outcome, server.requests.length]).toEqual([5, "budget", 1]);
    expect(result.costUsd).toBeLessThanOrEqual(3);
    expect(server.requests[0]?.json()).toHaveProperty("max_tokens");
  });

  it("refuse a model whose price is unknown before anything is sent, and say what to do", async () => {
    await using server = await openaiChatServer([]);
    await using skein = await skeinHome();
    const { env, args } = asked(server.url);
    const { exitCode, stderr } = await skein.here([...args, "--max-cost", "0.5"], env);
    expect([exitCode, server.requests.length]).toEqual([2, 0]);
    expect(stderr).toMatch(/price of openai some-model is unknown/);
    expect(stderr).toMatch(/models: some-model: price/);
  });

  it("count what the session has spent when it is resumed", async () => {
    await using server = await anthropicServer((_, count) => ({
      parts: [{ type: "text", text: `Done ${count}.` }],
    }));
    await using skein = await skeinHome(server.url);
    const run = (tokens: string) =>
      skein.here(["run", "-t", "go", "--session-id", "s", "-r", "--max-tokens", tokens, ...json]);
    const first = await skein.here([
      "run",
      "-t",
      "go",
      "--session-id",
      "s",
      "--max-tokens",
      "1000000",
      ...json,
    ]);
    expect(first.exitCode).toBe(0);
    const again = await run("1");
    expect([again.exitCode, server.requests.length]).toEqual([5, 1]);
    expect(JSON.parse(again.stdout).error.message).toMatch(/of 1 are used by this session/);
  });

  it("tell in a line how much is used", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Done." }] }]);
    await using skein = await skeinHome(server.url);
    const run = await skein.here([
      "run",
      "-t",
      "go",
      "--max-tokens",
      "1000000",
      "--output-format",
      "stream-json",
    ]);
    expect(run.exitCode).toBe(0);
    expect(run.lines().filter(({ type }) => type === "budget")).toMatchObject([
      { limit: "session", limitTokens: 1_000_000, isEnd: true },
    ]);
  });
});

describe("budget.day and budget.project in the config", () => {
  it("hold for all sessions together", async () => {
    await using server = await anthropicServer((_, count) => ({
      parts: [{ type: "text", text: `Done ${count}.` }],
    }));
    await using skein = await skeinHome(server.url);
    await configured(skein, "budget:\n  day: 0.0001\n");
    const { exitCode, stdout } = await skein.here(["run", "-t", "go", ...json]);
    expect([exitCode, server.requests.length]).toEqual([5, 0]);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: "budget-day",
      hint: expect.stringContaining("budget.day"),
    });
    await configured(skein, "budget:\n  day: 5\n  project: 5\n");
    const { exitCode: second } = await skein.here(["run", "-t", "go", ...json]);
    expect([second, server.requests.length]).toEqual([0, 1]);
    const shown = JSON.parse((await skein.here(["budget", "--json"])).stdout);
    const spent = { spentUsd: expect.any(Number), limitUsd: 5, reservedUsd: 0 };
    expect(shown).toMatchObject({ day: spent, project: { ...spent, folder: skein.home } });
    expect(shown.day.spentUsd).toBeGreaterThan(0);
    expect(shown.day).toMatchObject({ tokens: shown.project.tokens, spentUsd: shown.project.spentUsd });
    const { stdout: text } = await skein.here(["budget"]);
    expect(text).toMatch(/^today +(at most )?\$0\.\d{4} of \$5 \(0 %\), [\d,]+ tokens\nthis project +/);
  });

  it("are asked for where nothing is counted", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.here(["budget"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("$0.0000, no limit (budget.day), 0 tokens");
    expect(stdout).toContain("set budget.day or budget.project");
  });
});
