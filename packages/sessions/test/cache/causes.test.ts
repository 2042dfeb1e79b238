import { describe, expect, it } from "vitest";
import { cacheView } from "../../src/index.ts";
import { toldSession, type ToldSession } from "./told-session.ts";

const cold = { cacheRead: 0, cacheWrite: 0, output: 10 };

/** A session whose first request had this many tokens, all of them written to the cache unless told otherwise. */
function begun(tokens: number, cacheWrite = tokens): ToldSession {
  const session = toldSession();
  session.add({ kind: "context", hash: "one", reason: "start" });
  session.user("Look.");
  session.asked({ input: tokens - cacheWrite, cacheRead: 0, cacheWrite, output: 10 });
  return session;
}

function lastMisses(session: ToldSession) {
  return cacheView(session.entries).requests.at(-1)!.misses;
}

const unknown = {
  cause: "unknown",
  reason: "The journal shows no reason: the provider's cache did not have it, or was not used.",
};

describe("what was not read from a cache", () => {
  it("was not there yet for the first request", () => {
    expect(lastMisses(begun(20_000))).toEqual([{ cause: "first", reason: "Nothing was sent before." }]);
    const warm = toldSession();
    warm.user("Look.");
    warm.asked({ input: 0, cacheRead: 20_000, cacheWrite: 0, output: 10 });
    expect(lastMisses(warm)).toEqual([]);
  });

  it.each([
    [0, unknown],
    [1, { cause: "idle", reason: expect.stringContaining("5 minutes passed since the previous request") }],
    [3_600_000 - 300_000, { cause: "idle", reason: expect.stringContaining("60 minutes passed") }],
  ])("may have been dropped %i ms after the five minutes that all keep it", (more, miss) => {
    const session = begun(20_000);
    session.pass(5 * 60_000 - 2_000 + more);
    session.asked({ ...cold, input: 20_030 });
    expect(lastMisses(session)).toEqual([miss]);
  });

  const short = {
    cause: "short",
    reason: "Providers cache prefixes of at least 1,024 to 4,096 tokens; this one was shorter.",
  };

  it.each([
    ["900 tokens were written", 900, 900, short],
    ["900 tokens were not written", 900, 0, short],
    ["3,000 tokens were not written", 3_000, 0, short],
    ["3,000 tokens were written", 3_000, 3_000, unknown],
    ["6,000 tokens were not written", 6_000, 0, unknown],
  ])("was too short where %s", (_, tokens, written, miss) => {
    const session = begun(tokens, written);
    session.asked({ ...cold, input: tokens + 30 });
    expect(lastMisses(session)).toEqual([miss]);
  });

  it("was not too short where a part of it was read", () => {
    const session = begun(3_000, 0);
    session.asked({ input: 2_930, cacheRead: 100, cacheWrite: 0, output: 10 });
    expect(lastMisses(session)).toEqual([unknown]);
  });

  it.each([
    [1, "An earlier result was shortened."],
    [2, "2 earlier results were shortened."],
  ])("was changed by an elision of %i", (count, reason) => {
    const session = begun(20_000);
    const results = Array.from({ length: count }, (_, at) =>
      session.called(
        `c${session.entries.find(({ kind }) => kind === "model-request")!.seq}-${at}`,
        "long ".repeat(9_000),
      ),
    );
    const long = "word ".repeat(9_000);
    session.user(long);
    session.asked({ input: 30, cacheRead: 20_000, cacheWrite: 10_000, output: 10 });
    const seq = session.add({
      kind: "elision",
      results: results.map((result) => ({ seq: result, content: [{ type: "text", text: "…" }] })),
    });
    session.add({ kind: "rewind", to: 3 });
    session.asked({ ...cold, input: 20_030 });
    expect(lastMisses(session)).toContainEqual({ cause: "elision", seq, reason });
    expect(lastMisses(session)).toContainEqual(expect.objectContaining({ cause: "rewind" }));
  });

  it("was that of another model, which has its own cache", () => {
    const session = begun(20_000);
    const request = session.asked({ ...cold, input: 20_030 }, { model: "m2" });
    expect(lastMisses(session)).toEqual([
      {
        cause: "model",
        seq: request,
        reason: "p m2 was used for the first time here; each model has its own cache.",
      },
    ]);
  });

  it("was not sent again after a change of the context that was undone", () => {
    const session = begun(20_000);
    session.add({ kind: "context", hash: "two", reason: "Tools added: look." });
    session.add({ kind: "context", hash: "one", reason: "Tools removed: look." });
    session.asked({ ...cold, input: 20_030 });
    expect(lastMisses(session)).toEqual([unknown]);
  });

  it.each([19_999, 18_100, 18_020])(
    "is nothing within the error of an estimate: %i of 20,000 read",
    (cacheRead) => {
      const session = begun(20_000);
      session.asked({ input: 20_030 - cacheRead, cacheRead, cacheWrite: 0, output: 10 });
      expect(lastMisses(session)).toEqual([]);
    },
  );
});

describe("the causes of a session", () => {
  it("are counted, with the tokens that each cost", () => {
    const session = begun(20_000);
    session.asked({ ...cold, input: 20_030 });
    session.asked({ ...cold, input: 20_060 });
    session.asked({ ...cold, input: 20_090 }, { model: "m2" });
    const { causes, missed } = cacheView(session.entries);
    const of = (name: string) => causes.filter(({ cause }) => cause === name);
    expect(of("unknown")).toMatchObject([{ requests: 2 }]);
    expect(of("model")).toMatchObject([{ requests: 1 }]);
    expect(causes.reduce((sum, cause) => sum + cause.missed, 0)).toBe(missed);
  });
});
