import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, Message } from "@skein/protocol";
import { conversation, costs, modelContext, summary } from "../src/index.ts";
import { memoryJournal } from "@skein/protocol";
import { all } from "./entries.ts";
import { journal } from "@skein/test-kit/generated";

/** Calls that are not answered, exactly once and in order, by the message after them. */
function unpaired(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) => {
    const next = messages[index + 1];
    const calls =
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
        : [];
    const results = next?.role === "tool" ? next.content.map(({ callId }) => callId) : [];
    if (message.role === "tool" && messages[index - 1]?.role !== "assistant")
      return ["results without calls"];
    return calls.join() === results.join() ? [] : [`calls ${calls.join()}, results ${results.join()}`];
  });
}

const prefixes = fc.tuple(journal, fc.double({ min: 0, max: 1, noNaN: true }));
const cut = (entries: readonly Entry[], share: number): readonly Entry[] =>
  entries.slice(0, Math.round(entries.length * share));

describe("the model's context", () => {
  it("answers every call, wherever the journal ends", () => {
    checkProperty(
      fc.property(journal, (entries) => {
        for (let end = 0; end <= entries.length; end++)
          expect(unpaired(modelContext(entries.slice(0, end)))).toEqual([]);
      }),
    );
  });

  it("is the same after a store has kept it", async () => {
    await checkProperty(
      fc.asyncProperty(prefixes, async ([entries, share]) => {
        const kept = cut(entries, share);
        const store = memoryJournal();
        await store.append("s", 0, kept);
        expect(modelContext(await all(store.read("s")))).toEqual(modelContext(kept));
      }),
      { numRuns: 30 },
    );
  });
});

describe("the conversation", () => {
  it("shows every call that was not rewound once, with the result that the journal has for it", () => {
    checkProperty(
      fc.property(prefixes, ([entries, share]) => {
        const kept = cut(entries, share).filter(({ kind }) => kind !== "rewind");
        const shown = conversation(kept)
          .flatMap(({ items }) => items)
          .filter((item) => item.type === "call");
        const calls = kept.flatMap((entry) =>
          entry.kind === "assistant-message" ? entry.content.filter((part) => part.type === "tool-call") : [],
        );
        expect(shown.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
        for (const call of shown) {
          const result = kept.find((entry) => entry.kind === "tool-result" && entry.callId === call.id);
          expect(call.result?.durationMs).toBe(result ? 7 : undefined);
          expect(call.isStarted).toBe(
            kept.some((entry) => entry.kind === "tool-intent" && entry.callId === call.id),
          );
        }
      }),
    );
  });

  it("shows nothing that came after the place a rewind went to", () => {
    checkProperty(
      fc.property(journal, fc.nat(), (entries, place) => {
        const kept = entries.filter(({ kind }) => kind !== "rewind");
        const to = kept[place % kept.length]!.seq;
        const rewound = [
          ...kept,
          { v: 1, seq: entries.length + 1, at: 0, run: null, kind: "rewind", to } as const,
        ];
        expect(conversation(rewound)).toEqual(conversation(kept.filter(({ seq }) => seq <= to)));
      }),
    );
  });

  it("reads like this", () => {
    const head = { v: 1, at: 5, run: "r1" };
    const ask = [{ type: "text", text: "weather?" }] as const;
    const entries: Entry[] = [
      { ...head, seq: 1, kind: "run-start", input: ask },
      { ...head, seq: 2, kind: "user-message", from: "user", content: ask },
      {
        ...head,
        seq: 3,
        kind: "assistant-message",
        request: 9,
        content: [
          { type: "thinking", text: "hm" },
          { type: "text", text: "I look." },
          { type: "tool-call", id: "c1", name: "weather", input: { city: "Oslo" } },
          { type: "tool-call", id: "c2", name: "weather", raw: '{"ci', problem: "cut-off" },
        ],
      },
      { ...head, seq: 4, kind: "decision", callId: "c1", verdict: "allow", by: "mode auto" },
      {
        ...head,
        seq: 5,
        kind: "tool-intent",
        callId: "c1",
        tool: "weather",
        extension: "w",
        input: {},
        effect: "reads",
        repeat: "safe",
      },
      { ...head, seq: 6, kind: "notice", audience: "model", level: "info", text: "not for people" },
      { ...head, seq: 7, kind: "notice", audience: "user", level: "warning", text: "slow today" },
      {
        ...head,
        seq: 8,
        kind: "tool-result",
        callId: "c1",
        name: "weather",
        content: [{ type: "text", text: "sun" }],
        durationMs: 12,
      },
      {
        ...head,
        seq: 9,
        kind: "assistant-message",
        request: 9,
        content: [{ type: "text", text: "lost" }],
        partial: "restarted",
      },
      { ...head, seq: 10, kind: "reply-draft", request: 9, content: [{ type: "text", text: "Sunny i" }] },
    ];
    expect(conversation(entries)).toEqual([
      {
        seq: 1,
        at: 5,
        run: "r1",
        items: [
          { type: "user", from: "user", content: ask },
          { type: "thinking", text: "hm", isPartial: false },
          { type: "text", text: "I look.", isPartial: false },
          {
            type: "call",
            id: "c1",
            name: "weather",
            input: { city: "Oslo" },
            isStarted: true,
            decision: { verdict: "allow", by: "mode auto" },
            result: { content: [{ type: "text", text: "sun" }], durationMs: 12 },
          },
          { type: "call", id: "c2", name: "weather", raw: '{"ci', isStarted: false },
          { type: "notice", level: "warning", text: "slow today" },
          { type: "text", text: "Sunny i", isPartial: true },
        ],
      },
    ]);
  });
});

describe("the costs", () => {
  const head = { v: 1, at: 0, run: "r" };
  const asked = (seq: number, model = "m"): Entry => ({
    ...head,
    seq,
    kind: "model-request",
    purpose: "turn",
    provider: "p",
    model,
    options: {},

    requestHash: "",
  });

  it("add up what is known and say when something is not", () => {
    const entries: Entry[] = [
      asked(1),
      {
        ...head,
        seq: 2,
        kind: "model-result",
        request: 1,
        attempts: 1,
        provider: "p",
        model: "m",
        usage: { input: 5, output: 1 },
        costUsd: 0.5,
      },
      asked(3),
      {
        ...head,
        seq: 4,
        kind: "model-result",
        request: 3,
        attempts: 1,
        provider: "p",
        model: "dear",
        usage: { input: 2, cacheRead: 7 },
        costUsd: 2,
      },
    ];
    expect(costs(entries)).toEqual({
      requests: 2,
      usage: { input: 7, output: 1, cacheRead: 7 },
      costUsd: 2.5,
      hasUnknownCost: false,
      inherited: { requests: 0, usage: {}, costUsd: 0, hasUnknownCost: false },
      purposes: [
        {
          purpose: "turn",
          requests: 2,
          usage: { input: 7, output: 1, cacheRead: 7 },
          costUsd: 2.5,
          hasUnknownCost: false,
        },
      ],
      models: [
        {
          provider: "p",
          model: "dear",
          requests: 1,
          usage: { input: 2, cacheRead: 7 },
          costUsd: 2,
          hasUnknownCost: false,
        },
        {
          provider: "p",
          model: "m",
          requests: 1,
          usage: { input: 5, output: 1 },
          costUsd: 0.5,
          hasUnknownCost: false,
        },
      ],
    });
    expect(costs(entries).usage).not.toHaveProperty("cacheWrite");
    expect(costs([...entries, asked(5)])).toMatchObject({ requests: 3, costUsd: 2.5, hasUnknownCost: true });
  });

  it("are the same however the journal is rewound or compacted", () => {
    checkProperty(
      fc.property(journal, (entries) => {
        const plain = entries.filter(({ kind }) => kind !== "rewind" && kind !== "compaction");
        expect(costs(entries)).toEqual(costs(plain));
        expect(costs(entries).requests).toBe(entries.filter(({ kind }) => kind === "model-request").length);
      }),
    );
  });
});

describe("the summary", () => {
  const head = { v: 1, at: 1, run: "r" };
  const start: Entry = { ...head, seq: 2, kind: "run-start", input: [] };

  it("says how the last run ended, and what became of one without an outcome", () => {
    expect(summary([]).state).toBeUndefined();
    expect(summary([start]).state).toBe("interrupted");
    expect(summary([start], true).state).toBe("running");
    const done: Entry = { ...head, seq: 3, kind: "outcome", outcome: "limit", turns: 3 };
    expect(summary([start, done], true).state).toBe("limit");
    expect(summary([start, done, start]).state).toBe("interrupted");
  });

  it("has the name that a person gave, whatever a model says later", () => {
    const named = (seq: number, name: string, by: "user" | "model" | "task"): Entry => ({
      ...head,
      seq,
      kind: "name",
      name,
      by,
    });
    expect(summary([named(1, "first words", "task")]).name).toBe("first words");
    expect(summary([named(1, "by a model", "model"), named(2, "first words", "task")]).name).toBe(
      "by a model",
    );
    expect(summary([named(1, "mine", "user"), named(2, "by a model", "model")]).name).toBe("mine");
    expect(summary([named(1, "mine", "user"), named(2, "new", "user")]).name).toBe("new");
  });

  it("begins with the first message that stands", () => {
    const said = (seq: number, text: string): Entry => ({
      ...head,
      seq,
      kind: "user-message",
      from: "user",
      content: [{ type: "text", text }],
    });
    const rewind: Entry = { ...head, seq: 4, kind: "rewind", to: 2 };
    expect(summary([start, said(3, "wrong")])).toMatchObject({ firstText: "wrong", isRewound: false });
    expect(summary([start, said(3, "wrong"), rewind])).toMatchObject({
      firstText: undefined,
      isRewound: true,
    });
    expect(summary([start, said(3, "wrong"), rewind, said(5, "right")]).firstText).toBe("right");
  });
});
