import { memoryJournal, type AttemptEvent, type Budget, type JournalStore } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import {
  counted,
  end,
  failure,
  modelOf,
  price,
  recordingBudget,
  runOnBudget,
  start,
  textEvents,
  type Turn,
} from "./budgeted-run.ts";
import { call, tool } from "./tools.ts";

const wait: AttemptEvent = { type: "retry-wait", ms: 1, reason: "", attempt: 1 };
const other: AttemptEvent = {
  type: "model-switched",
  provider: "b",
  model: "big",
  reason: "",
  price: { ...price, output: 1_000 },
};
const answer: Turn = [start, ...textEvents("Hi"), end(counted)];

it("a reservation is released once its charge is in the journal, and journaled before it is used", async () => {
  const order: string[] = [];
  const inner = memoryJournal();
  const journal: JournalStore = {
    ...inner,
    async append(session, seq, entries) {
      await inner.append(session, seq, entries);
      for (const entry of entries)
        if (entry.kind === "model-attempt")
          order.push(`${entry.kind} ${entry.reservedTokens === 0 ? "charged" : "reserved"}`);
        else if (entry.kind.startsWith("model-")) order.push(entry.kind);
    },
  };
  const { budget } = recordingBudget();
  const observed: Budget = {
    ...budget,
    async reserve(claim, signal, onWait) {
      const reservation = await budget.reserve(claim, signal, onWait);
      if ("refused" in reservation) return reservation;
      const { outputTokens } = reservation;
      order.push("reserve");
      return {
        outputTokens,
        grow: (tokens) => reservation.grow(tokens),
        settle: (charge) => (order.push("release"), reservation.settle(charge)),
      };
    },
  };
  const turn: Turn = [start, ...textEvents("Hel"), wait, ...answer];
  const model = modelOf([turn]);
  await using agent = createAgent({ model, journal, session: "s", budget: observed });
  expect((await agent.run("go").result).outcome).toBe("done");
  expect(order).toEqual([
    "reserve",
    "model-request",
    "model-attempt charged",
    "release",
    "reserve",
    "model-attempt reserved",
    "model-result",
    "release",
  ]);
});

describe("a reply that another model gives", () => {
  it("is reserved in its name and charged at its price", async () => {
    const { claims, settled } = await runOnBudget([[other, ...answer]]);
    expect(claims.map(({ provider, model }) => [provider, model])).toEqual([
      ["test", "test"],
      ["b", "big"],
    ]);
    expect(claims[1]?.price?.output).toBe(1_000);
    expect(settled[1]?.[0]?.costUsd).toBeCloseTo((10 * 1 + 5 * 1_000) / 1e6, 12);
  });

  it("tells nothing of what the next request takes of the first model", async () => {
    const look = tool("look", () => "seen");
    const calls: Turn = [
      other,
      start,
      { type: "part-start", part: 0, kind: "tool-call" },
      { type: "part-end", part: 0, content: call("1", "look") },
      end(counted, "tool-calls"),
    ];
    const { claims } = await runOnBudget([calls, answer], {
      extensions: [look],
      system: "x".repeat(50_000),
    });
    expect(claims.at(-1)?.inputTokens).toBeGreaterThan(50_000);
  });
});

describe("a broken attempt is charged", () => {
  const usage = (counts: object): AttemptEvent => ({ type: "usage", usage: counts });
  const prompt = { input: 40, cacheRead: 0, cacheWrite: 0 };
  it.each<[string, Turn, number]>([
    ["all counters that came, in one event or two", [usage(prompt), usage({ output: 2 })], 40 + 69],
    [
      "the output that was counted, when that is more than its text",
      [usage({ ...prompt, output: 400 })],
      440,
    ],
    ["its text, when that is more than what was counted", [usage({ ...prompt, output: 1 })], 40 + 69],
  ])("%s", async (_, counters, tokens) => {
    const { settled } = await runOnBudget([[start, ...counters, ...textEvents("Hello"), failure()]]);
    expect(settled).toMatchObject([[{ tokens, isEstimate: true }]]);
  });

  it("no more than was reserved, whatever came of it at once", async () => {
    const { settled, result, claims } = await runOnBudget([[start, ...textEvents("x".repeat(9_000))]]);
    expect(result.outcome).toBe("budget");
    expect(settled[0]?.[0]?.tokens).toBe((claims[0]?.inputTokens ?? 0) + 1_000);
  });
});

it("a count of no output is not believed of a reply with text", async () => {
  const { settled } = await runOnBudget([[start, ...textEvents("Hello"), end({ ...counted, output: 0 })]]);
  expect(settled).toMatchObject([[{ tokens: 10 + 69, isEstimate: true }]]);
});

describe("what is reserved", () => {
  it("has place for what arrives while a stream is stopped, and for thinking", async () => {
    const recording = recordingBudget();
    const thinking = () => ({ budgetTokens: 100, isHidden: false });
    const model = { ...modelOf([answer]), thinking };
    await using agent = createAgent({ model, budget: recording.budget });
    await agent.run("go").result;
    expect(recording.claims).toMatchObject([{ outputTokens: 500 + 256, leastOutputTokens: 100 + 256 + 256 }]);
  });

  it("is never less for the next attempt than the first one had", async () => {
    const { claims } = await runOnBudget([[wait, ...answer]], {}, recordingBudget(300));
    expect(claims.map(({ outputTokens, leastOutputTokens }) => [outputTokens, leastOutputTokens])).toEqual([
      [756, 512],
      [300, 300],
    ]);
  });

  it("grows with a reply by no more than it needs when a step does not fit, and the journal says so", async () => {
    const recording = recordingBudget();
    const most = 3_000;
    const budget: Budget = {
      ...recording.budget,
      async reserve(claim, signal, onWait) {
        const reservation = await recording.budget.reserve(claim, signal, onWait);
        if ("refused" in reservation) return reservation;
        let outputTokens = reservation.outputTokens ?? 0;
        return {
          get outputTokens() {
            return outputTokens;
          },
          grow(tokens) {
            if (tokens > most) return false;
            outputTokens = tokens;
            return true;
          },
          settle: (charge) => reservation.settle(charge),
        };
      },
    };
    const { result, entries } = await runOnBudget([[start, ...textEvents("x".repeat(2_000)), end(counted)]], {
      budget,
    });
    expect(result.outcome).toBe("done");
    const request = entries.find((entry) => entry.kind === "model-request");
    const attempts = entries.filter((entry) => entry.kind === "model-attempt");
    expect(attempts.map((attempt) => (attempt.reservedTokens ?? 0) - (request?.reservedTokens ?? 0))).toEqual(
      [2_000 + 64 + 256 - 1_000],
    );
  });
});
