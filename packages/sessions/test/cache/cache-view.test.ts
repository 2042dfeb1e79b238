import { describe, expect, it } from "vitest";
import { cacheView } from "../../src/index.ts";
import { toldSession, type ToldSession } from "./told-session.ts";

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const long = "x".repeat(40_000);

/** Two requests that went well: 20,000 tokens of system prompt and tools, 10,000 of a result. */
function begun(): ToldSession {
  const session = toldSession();
  session.add({ kind: "context", hash: "one", reason: "start" });
  session.user("Look.");
  const first = session.asked({ input: 20, cacheRead: 0, cacheWrite: 20_000, output: 10 });
  session.called(`c${first}`, long);
  const second = session.asked({ input: 20, cacheRead: 20_000, cacheWrite: 10_000, output: 10 });
  session.called(`c${second}`, "short");
  return session;
}

function last(session: ToldSession) {
  return cacheView(session.entries, { priceOf: () => price }).requests.at(-1)!;
}

describe("what a cache had of a request", () => {
  it("is nothing of the first one, and most of the second", () => {
    const { requests, readShare } = cacheView(begun().entries);
    expect(requests.map(({ misses }) => misses.map(({ cause }) => cause))).toEqual([["first"], []]);
    expect(requests[1]).toMatchObject({ total: 30_020, missed: 0, hitShare: expect.closeTo(1, 1) as number });
    expect(readShare).toBeCloseTo(20_000 / 50_040);
  });

  it("is nothing when the tools have changed, for the reason that the journal gives, at a price", () => {
    const session = begun();
    const seq = session.add({ kind: "context", hash: "two", reason: "Tools added: look." });
    session.asked({ input: 40, cacheRead: 0, cacheWrite: 30_000, output: 10 });
    const { misses, expected, missed, missedUsd } = last(session);
    expect(misses).toEqual([{ cause: "context", seq, reason: "Tools added: look." }]);
    expect(expected).toBe(0);
    expect(missed).toBeGreaterThan(29_000);
    expect(missedUsd).toBeCloseTo((missed * (3.75 - 0.3)) / 1_000_000);
  });

  it("is the system prompt and the tools after a compaction", () => {
    const session = begun();
    const seq = session.add({
      kind: "compaction",
      summary: "It looked.",
      firstKept: session.entries.length,
      pinned: [],
      receipt: {},
    });
    session.asked({ input: 60, cacheRead: 20_000, cacheWrite: 0, output: 10 });
    expect(last(session)).toMatchObject({ misses: [], missed: 0 });
    expect(last(session).expected).toBeGreaterThan(19_000);
    session.add({ kind: "compaction", summary: "Again.", firstKept: 1, pinned: [], receipt: {} });
    session.asked({ input: 20_090, cacheRead: 0, cacheWrite: 0, output: 10 });
    expect(last(session).misses.map(({ cause }) => cause)).toEqual(["compaction"]);
    expect(seq).toBeGreaterThan(0);
  });

  it("ends at a result that became shorter", () => {
    const session = begun();
    session.called("none", "");
    const result = session.entries.find(({ kind }) => kind === "tool-result")!;
    session.user(long);
    session.asked({ input: 20, cacheRead: 30_000, cacheWrite: 10_000, output: 10 });
    const seq = session.add({
      kind: "elision",
      results: [{ seq: result.seq, content: [{ type: "text", text: "…" }] }],
    });
    session.asked({ input: 20, cacheRead: 20_000, cacheWrite: 10_200, output: 10 });
    const { misses, expected, missed } = last(session);
    expect(misses).toEqual([{ cause: "elision", seq, reason: "An earlier result was shortened." }]);
    expect(expected).toBeLessThan(21_000);
    expect(missed).toBeGreaterThan(9_000);
  });

  it("is nothing for another model, and is what that one had when it comes back to the first", () => {
    const session = begun();
    session.asked({ input: 30_100, cacheRead: 0, output: 10 }, { model: "other" });
    expect(last(session)).toMatchObject({ expected: 0, misses: [{ cause: "model" }] });
    session.asked({ input: 100, cacheRead: 30_000, cacheWrite: 0, output: 10 });
    expect(last(session)).toMatchObject({ misses: [], missed: 0 });
  });

  it("says who answered in place of the model that was asked", () => {
    const session = begun();
    session.asked({ input: 30_100, cacheRead: 0, output: 10 }, { by: "stand-in" });
    expect(last(session).misses[0]?.reason).toBe(
      "p stand-in answered instead of p m, for the first time here.",
    );
  });

  it("may be gone after five minutes", () => {
    const session = begun();
    session.pass(12 * 60_000);
    session.asked({ input: 30_100, cacheRead: 0, cacheWrite: 0, output: 10 });
    expect(last(session).misses[0]).toMatchObject({
      cause: "idle",
      reason: expect.stringContaining("12 minutes passed") as string,
    });
  });

  it("is nothing where there is too little for a cache", () => {
    const session = toldSession();
    session.user("Hello.");
    session.asked({ input: 600, cacheRead: 0, output: 1 });
    session.asked({ input: 640, cacheRead: 0, output: 1 });
    expect(last(session).misses).toMatchObject([{ cause: "short" }]);
  });

  it("is unknown in its reason when the journal has none", () => {
    const session = begun();
    session.asked({ input: 30_100, cacheRead: 0, cacheWrite: 0, output: 10 });
    expect(last(session).misses).toMatchObject([{ cause: "unknown" }]);
  });

  it("says so when the session had gone back, and what stayed was not found", () => {
    const session = begun();
    const seq = session.add({ kind: "rewind", to: 3 });
    session.asked({ input: 20_020, cacheRead: 0, cacheWrite: 0, output: 10 });
    expect(last(session).misses).toEqual([
      { cause: "rewind", seq, reason: "The session went back to entry 3." },
    ]);
  });

  it("is not known where the vendor does not tell", () => {
    const session = toldSession();
    session.user("Hello.");
    session.asked({ input: 9_000, output: 1 });
    session.asked({ input: 9_100, output: 1 });
    expect(last(session)).toMatchObject({ misses: [], readShare: undefined, hitShare: undefined, missed: 0 });
    session.asked({});
    expect(last(session)).toMatchObject({ misses: [], total: undefined });
  });

  it("counts in a fork from what its parent sent", () => {
    const session = begun();
    const parent = session.entries.length;
    session.asked({ input: 100, cacheRead: 30_000, cacheWrite: 0, output: 10 });
    const entries = session.entries.map((entry) =>
      entry.kind === "session-start" ? { ...entry, parent: { session: "p", seq: parent } } : entry,
    );
    const { requests } = cacheView(entries);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ misses: [] });
    expect(requests[0]!.expected).toBeGreaterThan(29_000);
  });
});
