import { collect, temporaryFolder } from "@skein/test-kit";
import { scriptedModel } from "@skein/provider-replay";
import type { AssistantPart, ModelRequest } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createRuntime, type AgentSettings } from "../src/index.ts";

const windows = { large: 200_000, small: 16_000 } as const;
const tokensOf = (request: ModelRequest) => Math.ceil(JSON.stringify(request).length / 4);

/** Two models of one vendor that count alike; `answer` speaks for both. */
function twoModels(dataFolder: string, answer: (id: string, turn: number) => readonly AssistantPart[]) {
  let turn = 0;
  const asked: { readonly id: string; readonly tokens: number; readonly isSummary: boolean }[] = [];
  const model = (id: string) =>
    scriptedModel(
      Array.from({ length: 60 }, () => (request: ModelRequest) => {
        const isSummary = request.tools.length === 0;
        const tokens = tokensOf(request);
        asked.push({ id, tokens, isSummary });
        return {
          content: isSummary
            ? [
                {
                  type: "text" as const,
                  text: "### Done\nNumbers were told many times over, and all of them were right.",
                },
              ]
            : answer(id, turn++),
          usage: { input: tokens, output: 20, cacheRead: 0, cacheWrite: 0 },
        };
      }),
      { id },
    );
  const provider = {
    id: "scripted",
    model,
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
  const runtime = createRuntime({
    providers: { scripted: async () => provider },
    dataFolder,
    env: {},
    facts: async () =>
      Object.fromEntries(
        Object.entries(windows).map(([id, contextTokens]) => [id, { limits: { contextTokens } }]),
      ),
  });
  const settings: AgentSettings = {
    provider: "scripted",
    model: "large",
    mode: "auto",
    cwd: dataFolder,
    interaction: "chat",
    builtins: ["developer", "recall"],
    session: "s",
  };
  return { runtime, settings, asked };
}

const shell = (turn: number): AssistantPart => ({
  type: "tool-call",
  id: `t${turn}`,
  name: "shell",
  input: { command: `seq -f 'number %.0f of ${turn}' 1 600` },
});
const done: AssistantPart = { type: "text", text: "done" };

describe("a session whose model is another one with a smaller window from now on", () => {
  it("is compacted before the first request when it is resumed", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, asked } = twoModels(folder.path, (_, turn) => [
      turn < 12 ? shell(turn) : done,
    ]);
    await using _ = runtime;
    const first = await runtime.open(settings);
    await first.agent.run("Tell numbers.").result;
    await first.agent.close();
    expect(asked.at(-1)?.tokens).toBeGreaterThan(windows.small);
    const second = await runtime.open({ ...settings, model: "small" });
    expect(await second.agent.run("And now?").result).toMatchObject({ outcome: "done" });
    const bySmall = asked.filter(({ id }) => id === "small");
    expect(bySmall.some(({ isSummary }) => !isSummary)).toBe(true);
    for (const { tokens } of bySmall) expect(tokens).toBeLessThan(windows.small);
    const kinds = (await collect(runtime.sessions.entries("s"))).map(({ kind }) => kind);
    expect(kinds.some((kind) => kind === "compaction" || kind === "elision")).toBe(true);
  });

  it("is compacted before that is asked, in the middle of a run", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, asked } = twoModels(folder.path, (_, turn) => [
      turn < 16 ? shell(turn) : done,
    ]);
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const small = await runtime.model("scripted", "small");
    const run = agent.run("Tell numbers.");
    for await (const event of run) {
      if (event.type === "turn-end" && event.turn === 12) await run.setModel(small);
    }
    expect(await run.result).toMatchObject({ outcome: "done" });
    const bySmall = asked.filter(({ id }) => id === "small");
    expect(bySmall.some(({ isSummary }) => !isSummary)).toBe(true);
    for (const { tokens } of bySmall) expect(tokens).toBeLessThan(windows.small);
  });
});
