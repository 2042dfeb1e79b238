import { memoryJournal, type Entry, type EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { spentBefore } from "../src/index.ts";

const head = { provider: "p", model: "m" } as const;
const request: EntryBody = {
  ...head,
  kind: "model-request",
  purpose: "turn",
  options: {},
  requestHash: "",
  reservedUsd: 5,
  reservedTokens: 50,
};
const usage = { input: 3, output: 1, cacheRead: 0, cacheWrite: 0 };

async function journalOf(sessions: Readonly<Record<string, readonly EntryBody[]>>) {
  const journal = memoryJournal();
  for (const [session, bodies] of Object.entries(sessions)) {
    const entries = bodies.map((body, at): Entry => ({ v: 1, seq: at + 1, at: 0, run: null, ...body }));
    await journal.append(session, 0, entries);
  }
  return journal;
}

describe("what a session has spent before", () => {
  it("is nothing for a new one", async () => {
    expect(await spentBefore(memoryJournal(), "s")).toEqual({
      usd: 0,
      tokens: 0,
      isPriced: true,
      isEstimate: false,
    });
  });

  it("is what was charged, its subagents' too, and a request without a result counts as its worst case", async () => {
    const journal = await journalOf({
      s: [
        request,
        { ...head, kind: "model-result", request: 1, attempts: 1, usage, costUsd: 1 },
        { kind: "child", session: "c", rights: {} },
        { kind: "child", session: "c", rights: {} },
      ],
      c: [
        request,
        {
          kind: "model-attempt",
          request: 1,
          costUsd: 2,
          chargedTokens: 20,
          reservedUsd: 4,
          reservedTokens: 40,
        },
      ],
    });
    expect(await spentBefore(journal, "s")).toEqual({ usd: 7, tokens: 64, isPriced: true, isEstimate: true });
  });

  it("counts all tokens of a result that does not say what was charged", async () => {
    const cached = { input: 3, output: 1, cacheRead: 20, cacheWrite: 100 };
    const journal = await journalOf({
      s: [request, { ...head, kind: "model-result", request: 1, attempts: 1, usage: cached, costUsd: 1 }],
      charged: [
        request,
        {
          ...head,
          kind: "model-result",
          request: 1,
          attempts: 1,
          usage: cached,
          costUsd: 1,
          chargedTokens: 7,
        },
      ],
      unknown: [request, { ...head, kind: "model-result", request: 1, attempts: 1, usage: {}, costUsd: 1 }],
    });
    expect((await spentBefore(journal, "s")).tokens).toBe(124);
    expect((await spentBefore(journal, "charged")).tokens).toBe(7);
    expect((await spentBefore(journal, "unknown")).tokens).toBe(0);
  });

  it("leaves out what a fork has copied, and is unknown where a price was", async () => {
    const start: EntryBody = {
      kind: "session-start",
      id: "f",
      cwd: "/",
      interaction: "chat",
      parent: { session: "s", seq: 3 },
    };
    const result: EntryBody = { ...head, kind: "model-result", request: 2, attempts: 1, usage, costUsd: 1 };
    const journal = await journalOf({ f: [start, request, result, request, { ...result, request: 4 }] });
    expect(await spentBefore(journal, "f")).toMatchObject({ usd: 1, tokens: 4 });
    const { costUsd: _, ...unpriced } = { costUsd: 0, ...result };
    const other = await journalOf({ g: [request, { ...unpriced, request: 1 }] });
    expect(await spentBefore(other, "g")).toMatchObject({ isPriced: false });
  });
});
