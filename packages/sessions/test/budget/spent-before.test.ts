import { memoryJournal, type Entry, type EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { spentBefore } from "../../src/budget/index.ts";

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
const result: EntryBody = { ...head, kind: "model-result", request: 1, attempts: 1, usage, costUsd: 1 };

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
    const journal = await journalOf({
      f: [start, request, { ...result, request: 2 }, request, { ...result, request: 4 }],
    });
    expect(await spentBefore(journal, "f")).toMatchObject({ usd: 1, tokens: 4 });
    const { costUsd: _, ...unpriced } = { costUsd: 0, ...result };
    const other = await journalOf({ g: [request, unpriced] });
    expect(await spentBefore(other, "g")).toMatchObject({ isPriced: false });
  });

  it.each<{ title: string; bodies: readonly EntryBody[]; spent: object }>([
    {
      title: "the vendor's own sum of tokens",
      bodies: [request, { ...result, chargedTokens: 70 }],
      spent: { usd: 1, tokens: 70, isPriced: true, isEstimate: false },
    },
    {
      title: "every counter",
      bodies: [request, { ...result, usage: { input: 1, output: 20, cacheRead: 300, cacheWrite: 4000 } }],
      spent: { usd: 1, tokens: 4321, isPriced: true, isEstimate: false },
    },
    {
      title: "nothing for counters that are missing",
      bodies: [request, { ...result, usage: {} }],
      spent: { usd: 1, tokens: 0, isPriced: true, isEstimate: false },
    },
    {
      title: "estimates as such",
      bodies: [request, { ...result, costIsEstimate: true }],
      spent: { usd: 1, tokens: 4, isPriced: true, isEstimate: true },
    },
    {
      title: "requests whose price was unknown as unpriced",
      bodies: [{ ...head, kind: "model-request", purpose: "turn", options: {}, requestHash: "" }],
      spent: { usd: 0, tokens: 0, isPriced: false, isEstimate: true },
    },
    {
      title: "attempts whose cost is unknown as unpriced",
      bodies: [
        request,
        { kind: "model-attempt", request: 1, chargedTokens: 20, reservedUsd: 4, reservedTokens: 40 },
      ],
      spent: { usd: 0, tokens: 60, isPriced: false, isEstimate: true },
    },
    {
      title: "only the last attempt of a request, which includes those before",
      bodies: [
        request,
        {
          kind: "model-attempt",
          request: 1,
          costUsd: 2,
          chargedTokens: 20,
          reservedUsd: 4,
          reservedTokens: 40,
        },
        {
          kind: "model-attempt",
          request: 1,
          costUsd: 3,
          chargedTokens: 30,
          reservedUsd: 4,
          reservedTokens: 40,
        },
      ],
      spent: { usd: 7, tokens: 70, isPriced: true, isEstimate: true },
    },
    {
      title: "the result in place of all attempts",
      bodies: [
        request,
        {
          kind: "model-attempt",
          request: 1,
          costUsd: 2,
          chargedTokens: 20,
          reservedUsd: 4,
          reservedTokens: 40,
        },
        result,
      ],
      spent: { usd: 1, tokens: 4, isPriced: true, isEstimate: false },
    },
    {
      title: "every request of a session",
      bodies: [request, result, request, { ...result, request: 3 }, request],
      spent: { usd: 7, tokens: 58, isPriced: true, isEstimate: true },
    },
  ])("counts $title", async ({ bodies, spent }) => {
    expect(await spentBefore(await journalOf({ s: bodies }), "s")).toEqual(spent);
  });

  it("counts sessions that started each other once", async () => {
    const journal = await journalOf({
      s: [request, { kind: "child", session: "c", rights: {} }],
      c: [request, { kind: "child", session: "s", rights: {} }, { kind: "child", session: "d", rights: {} }],
      d: [request],
    });
    expect(await spentBefore(journal, "s")).toMatchObject({ usd: 15, tokens: 150 });
  });

  it("counts everything of a session that has no parent, and leaves out subagents that a fork copied", async () => {
    const start: EntryBody = { kind: "session-start", id: "s", cwd: "/", interaction: "chat" };
    const child: EntryBody = { kind: "child", session: "c", rights: {} };
    const bodies = [start, request, child];
    const c = [request];
    expect(await spentBefore(await journalOf({ s: bodies, c }), "s")).toMatchObject({ usd: 10 });
    const fork = { ...start, parent: { session: "p", seq: 3 } };
    expect(await spentBefore(await journalOf({ s: [fork, request, child, request], c }), "s")).toMatchObject({
      usd: 5,
    });
  });
});
