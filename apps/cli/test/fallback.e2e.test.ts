import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer, openaiChatServer, type ScriptedServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";
import { testKey } from "./wires.ts";

const go = ["run", "-t", "go", "--mode", "auto", "--provider"];
const overloaded = {
  status: 529,
  body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  headers: { "retry-after-ms": "1" },
};
const noQuota = {
  status: 429,
  body: {
    error: { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your quota." },
  },
};
const signedThought = {
  type: "thinking",
  text: "I should look.",
  sidecar: { provider: "anyone", model: "any", data: { signature: "signed-thought" } },
} as const;

function both(anthropic: ScriptedServer, openai: ScriptedServer): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: anthropic.url,
    OPENAI_API_KEY: testKey,
    OPENAI_BASE_URL: `${openai.url}/v1`,
    SKEIN_OPENAI_API: "chat",
  };
}

describe.concurrent("a run whose model cannot continue", () => {
  it("with no quota left is continued by the next one, at once; journal, cost and readers learn who answered", async () => {
    await using openai = await openaiChatServer([noQuota]);
    await using anthropic = await anthropicServer([say("From the second.")]);
    await using skein = await skeinHome();
    await mkdir(join(skein.home, ".config/skein"), { recursive: true });
    const price = "price: { input: 1000000, output: 0, cacheRead: 0, cacheWrite: 0 }";
    const config = `fallback: [anthropic/second]\nmodels:\n  second:\n    ${price}\n`;
    await writeFile(join(skein.home, ".config/skein/config.yaml"), config);
    const env = both(anthropic, openai);
    const args = [
      ...go,
      "openai",
      "--model",
      "first",
      "--session-id",
      "s1",
      "--output-format",
      "stream-json",
    ];
    const ended = await skein.here(args, env);
    expect([ended.exitCode, openai.requests.length, anthropic.requests.length]).toEqual([0, 1, 1]);
    const lines = ended.lines();
    expect(lines.filter(({ type }) => type === "model-switched")).toMatchObject([
      { provider: "anthropic", model: "second", reason: expect.stringContaining("quota") as string },
    ]);
    // Eleven tokens of input, at a dollar each.
    expect(lines.at(-1)).toMatchObject({ type: "result", text: "From the second.", costUsd: 11 });
    const shown = await skein.here(["session", "show", "s1", "--json"]);
    // The journal's requests, by who answered them.
    expect(JSON.parse(shown.stdout)).toMatchObject({
      costs: { models: [{ provider: "anthropic", model: "second", costUsd: 11 }] },
    });
  });

  it("is continued in the middle of its work, and nothing sealed by the first one is sent to the next", async () => {
    await using anthropic = await anthropicServer((_, count) =>
      count === 0 ? { parts: [signedThought, shell("t1", "printf 'out-%s' 1")] } : overloaded,
    );
    await using openai = await openaiChatServer([
      { parts: [shell("t2", "printf 'out-%s' 2")] },
      say("Both are done."),
    ]);
    await using skein = await skeinHome();
    const args = [...go, "anthropic", "--fallback", "openai/gpt-5", "--effort", "high"];
    const { exitCode, stdout, stderr } = await skein.here(args, both(anthropic, openai));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "Both are done.\n" });
    // Who is paused is not asked again, and a person is told once.
    expect([anthropic.requests.length, openai.requests.length]).toEqual([5, 2]);
    expect(stderr.match(/Now openai gpt-5/g)).toHaveLength(1);
    const [first, second] = openai.requests.map(({ bytes }) => bytes.toString());
    expect(first).not.toContain("signed-thought");
    expect(first).toContain('"tool_call_id":"t1","content":"out-1');
    expect(second).toContain('"tool_call_id":"t2","content":"out-2');
    expect(openai.requests[0]?.json()).toMatchObject({ model: "gpt-5", reasoning_effort: "high" });
  });

  it("breaks off in the middle of every reply, and nothing is glued together", async () => {
    const half = { ...say("Half of the answer, and then no more of it."), deltaSize: 5, cutAfterEvents: 6 };
    await using anthropic = await anthropicServer(() => half);
    await using openai = await openaiChatServer([say("The whole answer.")]);
    await using skein = await skeinHome();
    const args = [...go, "anthropic", "--fallback", "openai/second", "--temperature", "0.3"];
    const { exitCode, stdout } = await skein.here(args, both(anthropic, openai));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "The whole answer.\n" });
    expect(openai.requests[0]?.bytes.toString()).not.toContain("Half of");
    expect(openai.requests[0]?.json()).toMatchObject({ temperature: 0.3 });
  });

  it("falls silent in the middle of every reply, and is left", async () => {
    await using openai = await openaiChatServer(() => ({
      ...say("Half of the answer, and then nothing."),
      stallAfterBytes: 400,
    }));
    await using anthropic = await anthropicServer([say("The whole answer.")]);
    await using skein = await skeinHome();
    const env = { ...both(anthropic, openai), SKEIN_STALL_TIMEOUT: "1s" };
    const { exitCode, stdout, stderr } = await skein.here(
      [...go, "openai", "--fallback", "anthropic/b"],
      env,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "The whole answer.\n" });
    expect(stderr).toContain("stopped in the middle of its reply");
    expect(openai.requests).toHaveLength(4);
  });

  it("is passed on over one without a key, which is said; the variable names them too", async () => {
    await using openai = await openaiChatServer([noQuota]);
    await using anthropic = await anthropicServer([say("From the third.")]);
    await using skein = await skeinHome();
    const env = { ...both(anthropic, openai), SKEIN_FALLBACK: "google/second,anthropic/third" };
    const { exitCode, stdout, stderr } = await skein.here([...go, "openai"], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "From the third.\n" });
    expect(stderr).toContain("Now anthropic third");
    expect(stderr).toContain("No API key for google.");
  });

  it("ends with 3 when no model can go on, and says what is missing", async () => {
    await using openai = await openaiChatServer([noQuota]);
    await using anthropic = await anthropicServer([]);
    await using skein = await skeinHome();
    const env = { ...both(anthropic, openai), ANTHROPIC_API_KEY: "" };
    const { exitCode, stderr } = await skein.here([...go, "openai", "--fallback", "anthropic/second"], env);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("You exceeded your quota.");
    expect(stderr).toContain("ANTHROPIC_API_KEY");
  });

  it.each([
    [
      "refuses its form",
      { status: 400, body: { type: "error", error: { type: "invalid_request_error" } } },
      3,
    ],
    ["refuses the key", { status: 401, body: { type: "error", error: { type: "authentication_error" } } }, 3],
    ["refuses the task", { parts: [], stop: "refusal" }, 3],
  ] as const)("stays with its own model when that %s", async (_, reply, code) => {
    await using anthropic = await anthropicServer([reply]);
    await using openai = await openaiChatServer([say("Never.")]);
    await using skein = await skeinHome();
    const args = [...go, "anthropic", "--fallback", "openai/second"];
    const { exitCode, stdout } = await skein.here(args, both(anthropic, openai));
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(openai.requests).toHaveLength(0);
  });

  it("needs no other model while it can, and no key of theirs", async () => {
    await using anthropic = await anthropicServer([say("Done.")]);
    await using openai = await openaiChatServer([]);
    await using skein = await skeinHome();
    const env = { ...both(anthropic, openai), OPENAI_API_KEY: "" };
    const args = [...go, "anthropic", "--fallback", "openai/a,openai/b", "--fallback", "other"];
    expect(await skein.here(args, env)).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  });
});
