import { describe, expect, it } from "vitest";
import { ConfigError, ProviderError, type AttemptModel, type ModelProvider } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { temporaryFolder } from "@skein/test-kit";
import { createRuntime, type AgentSettings } from "../src/index.ts";
import { done } from "./set-up.ts";

const price = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };

/** A vendor whose models all do the same. */
function vendor(
  id: string,
  model: AttemptModel,
  prepare = (): Promise<void> => Promise.resolve(),
): ModelProvider {
  return {
    id,
    model: (modelId) => ({ ...model, id: modelId }),
    prepare,
    models: async () => [],
    check: prepare,
  };
}

const scripted = scriptedModel([done, done]);
const usedUp: AttemptModel = {
  ...scripted,
  price,
  // oxlint-disable-next-line require-yield -- it has nothing to say
  async *stream() {
    throw new ProviderError("quota", "Used up.", { provider: "first", retryable: false });
  },
};

interface Tried {
  readonly outcome: string;
  readonly message: string | undefined;
  readonly switched: readonly string[];
  readonly loaded: readonly string[];
}

/** One run of an agent whose own model is used up, with others behind it. */
async function tried(
  behind: Pick<AgentSettings, "fallback" | "maxCostUsd">,
  others: Readonly<Record<string, ModelProvider>>,
): Promise<Tried> {
  await using folder = await temporaryFolder();
  const loaded: string[] = [];
  const all = { first: vendor("first", usedUp), ...others };
  const providers = Object.fromEntries(
    Object.entries(all).map(([id, provider]) => [
      id,
      async () => {
        loaded.push(id);
        return provider;
      },
    ]),
  );
  await using runtime = createRuntime({ providers, dataFolder: folder.path });
  const { agent } = await runtime.open({
    provider: "first",
    model: "m",
    mode: "chat",
    cwd: folder.path,
    interaction: "chat",
    builtins: [],
    keep: "memory",
    ...behind,
  });
  const run = agent.run("Go.");
  const switched: string[] = [];
  for await (const event of run) if (event.type === "model-switched") switched.push(event.provider);
  const { outcome, error } = await run.result;
  return { outcome, message: error?.message, switched, loaded };
}

describe("an agent with models behind its own", () => {
  it("loads them when they are needed, and no more of them than that", async () => {
    const fallback = [
      { provider: "second", model: "m" },
      { provider: "third", model: "m" },
    ];
    const others = { second: vendor("second", scripted), third: vendor("third", scripted) };
    expect(await tried({ fallback }, others)).toMatchObject({
      outcome: "done",
      loaded: ["first", "second"],
    });
  });

  it("goes past who has no key, and past who has no prices under a cost limit", async () => {
    const keyless = () => Promise.reject(new ConfigError("missing-key", "No key for second."));
    const others = {
      second: vendor("second", scripted, keyless),
      third: vendor("third", { ...scripted, price: undefined }),
    };
    const fallback = [
      { provider: "second", model: "m" },
      { provider: "third", model: "m" },
    ];
    const limited = await tried({ fallback, maxCostUsd: 1 }, others);
    expect(limited).toMatchObject({ outcome: "provider", switched: [] });
    expect(limited.message).toContain("Used up. No key for second. The prices of third m are unknown");
    expect(await tried({ fallback }, others)).toMatchObject({ outcome: "done" });
  });

  it("is not opened when there is no such provider", async () => {
    const fallback = [{ provider: "missing", model: "m" }];
    await expect(tried({ fallback }, {})).rejects.toMatchObject({ code: "unknown-provider" });
  });
});
