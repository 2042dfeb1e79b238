import type { ModelPrice, Usage } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { cacheView } from "../../src/index.ts";
import { toldSession, type ToldSession } from "./told-session.ts";

const price: ModelPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

function asking(...usages: readonly Usage[]): ToldSession {
  const session = toldSession();
  for (const usage of usages) {
    session.user("Look.");
    session.asked(usage);
  }
  return session;
}

describe("the money that a cache has saved", () => {
  const million = 1_000_000;

  it.each([
    ["what was read from it", [{ input: 0, cacheRead: million, cacheWrite: 0, output: 0 }], 3 - 0.3],
    ["less what was written", [{ input: 0, cacheRead: 0, cacheWrite: million, output: 0 }], 3 - 3.75],
    ["nothing for plain input", [{ input: million, cacheRead: 0, cacheWrite: 0, output: million }], 0],
    [
      "the sum over requests",
      [
        { input: 0, cacheRead: 0, cacheWrite: million, output: 5 },
        { input: 0, cacheRead: million, cacheWrite: 0, output: 5 },
      ],
      6 - 4.05,
    ],
    [
      "that of the requests that tell it",
      [
        { input: 7, output: 5 },
        { input: 0, cacheRead: million, cacheWrite: 0, output: 5 },
      ],
      2.7,
    ],
  ] satisfies readonly [string, Usage[], number][])("is %s", (_, usages, usd) => {
    const { savedUsd } = cacheView(asking(...usages).entries, { priceOf: () => price });
    expect(savedUsd).toBeCloseTo(usd);
  });

  it("depends on each model's own price", () => {
    const session = asking({ input: 0, cacheRead: million, cacheWrite: 0, output: 0 });
    const asked: string[] = [];
    const priceOf = (provider: string, model: string): ModelPrice => (
      asked.push(`${provider} ${model}`),
      price
    );
    cacheView(session.entries, { priceOf });
    expect(new Set(asked)).toEqual(new Set(["p m"]));
  });

  it.each([
    ["without prices", { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 }, {}],
    [
      "without a price of the model",
      { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 },
      { priceOf: (): ModelPrice | undefined => undefined },
    ],
    ["without counters of the cache", { input: 1, output: 1 }, { priceOf: () => price }],
  ])("is unknown %s", (_, usage, options) => {
    expect(cacheView(asking(usage).entries, options)).not.toHaveProperty("savedUsd");
  });
});

describe("a request", () => {
  const usage = { input: 20, cacheRead: 0, cacheWrite: 20_000, output: 10 };

  it("counts once, whatever results follow its first one", () => {
    const session = asking(usage);
    const request = session.entries.find(({ kind }) => kind === "model-request")!.seq;
    session.add({ kind: "model-result", request, attempts: 1, provider: "p", model: "m", usage });
    const { requests, usage: sum } = cacheView(session.entries);
    expect(requests).toHaveLength(1);
    expect(sum).toEqual({ input: 20, cacheRead: 0, cacheWrite: 20_000 });
  });

  it.each([
    ["p", "m2", "p m2 answered instead of p m, for the first time here."],
    ["q", "m", "q m answered instead of p m, for the first time here."],
    ["q", "m2", "q m2 answered instead of p m, for the first time here."],
  ])("that was answered by %s %s has no cache yet, and says so", (provider, model, reason) => {
    const session = asking(usage);
    session.user("And now?");
    const head = { kind: "model-request", purpose: "turn", provider: "p", model: "m" } as const;
    const request = session.add({ ...head, options: {}, requestHash: "" });
    session.add({ kind: "model-result", request, attempts: 1, provider, model, usage });
    expect(cacheView(session.entries).requests.at(-1)?.misses).toEqual([
      { cause: "model", seq: request, reason },
    ]);
  });
});
