import type { EntryBody } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driftOf, type DriftOptions } from "../../src/replay/drift.ts";
import { bodies, journalOf, says } from "./entries.ts";

const { request, result, message, approval, elicitation, answer, decision, intent, done, said } = bodies;

function drift(
  recorded: readonly EntryBody[],
  replayed: readonly EntryBody[],
  more: Partial<DriftOptions> = {},
) {
  const [before, now] = [journalOf(...recorded), journalOf(...replayed)];
  return driftOf({
    run: "r",
    recorded: before,
    replayed: now,
    isWhole: true,
    isOverridden: false,
    ...more,
  });
}

const start = { kind: "session-start", id: "s", cwd: "/", interaction: "chat" } as const;
const summary = { kind: "compaction", summary: "So far.", firstKept: 3, pinned: [1], receipt: {} } as const;
const shortened = (seq: number, words: string) =>
  ({ kind: "elision", results: [{ seq, content: says(words) }] }) as const;
const lost = { code: "network", message: "gone" };
const charged = { costUsd: 1, costIsEstimate: true, chargedTokens: 9 } as const;

describe("a replay has done the same", () => {
  it.each<[string, readonly EntryBody[], readonly EntryBody[]]>([
    [
      "where the session came from",
      [{ ...start, parent: { session: "p", seq: 1 }, recipe: "a", schedule: "b" }],
      [start],
    ],
    [
      "how a change was worded",
      [{ kind: "context", hash: "h", reason: "start" }],
      [{ kind: "context", hash: "h", reason: "other" }],
    ],
    ["what a summary keeps, by its number", [summary], [{ ...summary, firstKept: 9, pinned: [4, 5] }]],
    ["what became shorter, by its number", [shortened(4, "short")], [shortened(7, "short")]],
    [
      "a request's hash and what was reserved for it",
      [request({ requestHash: "one", reservedUsd: 1, reservedTokens: 2 })],
      [request({ requestHash: "two" })],
    ],
    [
      "numbers and prices of a reply",
      [said(), request(), result(2, charged), message(2)],
      [request(), result(1), message(1), said()],
    ],
    [
      "what was reported of a reply that was cut",
      [request(), result(1, { error: lost, usage: { input: 7 } })],
      [request(), result(1, { error: lost, usage: {} })],
    ],
    [
      "ids of questions, and who answered",
      [approval("q1", "a"), answer("q1", { by: "phone" })],
      [approval("q2", "a"), answer("q2", { by: "ask" })],
    ],
    ["which queued message was placed", [said({ queued: "q1" })], [said({ queued: "q2" })]],
    ["how long a call took", [done("a", { durationMs: 5 })], [done("a", { durationMs: 0 })]],
    ["drafts", [request(), { kind: "reply-draft", request: 1, content: says("h") }], [request()]],
    [
      "what a compaction asked for",
      [request(), request({ purpose: "compaction" }), result(2), result(1)],
      [request(), result(1)],
    ],
  ])("whatever becomes of %s", (_, recorded, replayed) => {
    expect(drift(recorded, replayed)).toEqual([]);
  });

  it.each<[string, EntryBody | readonly EntryBody[]]>([
    ["an attempt", { kind: "model-attempt", request: 1, chargedTokens: 1, reservedTokens: 1 }],
    ["a queued message", bodies.queued("q")],
    ["a subagent", { kind: "child", session: "c", rights: {} }],
    ["state of an extension", { kind: "extension-state", extension: "e", state: 1 }],
    ["a notice", bodies.notice("both")],
    ["a question of an extension", elicitation("q")],
    ["the answer to one", [elicitation("q"), answer("q")]],
    ["an answer to an earlier run", answer("old")],
  ])("without %s, or with one that it did not have", (_, beside) => {
    const more = [request(), ...[beside].flat()];
    expect(drift(more, [request()])).toEqual([]);
    expect(drift([request()], more)).toEqual([]);
  });

  it("in any order of the calls of a reply, and of auxiliary requests", () => {
    const perCall = ["a", "b", "c"].map((id): readonly EntryBody[] => [
      decision(id, { verdict: "ask", by: `first ${id}` }),
      decision(id, { by: `second ${id}` }),
      intent(id, { input: { id } }),
      { kind: "checkpoint", snapshot: `before ${id}`, root: "/", callId: id },
      done(id, { content: says(id) }),
    ]);
    const orders = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    const ofLoop = [request(), message(1)];
    const closing: EntryBody = { kind: "checkpoint", snapshot: "end", root: "/", closes: true };
    checkProperty(
      fc.property(orders, orders, (one, other) => {
        const inOrder = (order: readonly number[]) => [
          ...ofLoop,
          ...order.flatMap((at) => perCall[at]!),
          closing,
        ];
        expect(drift(inOrder(one), inOrder(other))).toEqual([]);
      }),
    );
    const [turn, title] = [request(), request({ purpose: "title" })];
    const end = (at: number, model: string) => [result(at, { model }), message(at, { content: says(model) })];
    expect(
      drift(
        [turn, title, ...end(1, "large"), ...end(2, "small")],
        [title, turn, ...end(1, "small"), ...end(2, "large")],
      ),
    ).toEqual([]);
    const asks = (first: string, second: string) => [
      approval("1", first),
      approval("2", second),
      answer("1", { answer: { deny: first } }),
      answer("2", { answer: { deny: second } }),
    ];
    expect(drift(asks("a", "b"), asks("b", "a"))).toEqual([]);
  });
});

describe("a replay that did something else says what", () => {
  const texts = (recorded: string, now: string) =>
    `recorded ${JSON.stringify(recorded)} (from character 0), now ${JSON.stringify(now)}.`;

  it.each<[readonly EntryBody[], readonly EntryBody[], string]>([
    [[start], [{ ...start, cwd: "/home" }], `/cwd: ${texts("/", "/home")}`],
    [
      [{ kind: "context", hash: "one", reason: "" }],
      [{ kind: "context", hash: "two", reason: "" }],
      `/hash: ${texts("one", "two")}`,
    ],
    [[summary], [{ ...summary, summary: "Other." }], `/summary: ${texts("So far.", "Other.")}`],
    [[shortened(1, "a")], [shortened(1, "b")], `/results/0/0/text: ${texts("a", "b")}`],
    [[request()], [request({ model: "n" })], `/model: ${texts("m", "n")}`],
    [[request(), result(1)], [request(), result(1, { attempts: 2 })], "/attempts: recorded 1, now 2."],
    [
      [request(), result(1, { usage: { input: 1 } })],
      [request(), result(1, { usage: { input: 2 } })],
      "/usage/input: recorded 1, now 2.",
    ],
    [
      [request(), result(1, { error: lost })],
      [request(), result(1, { error: { ...lost, code: "stalled" } })],
      `/error/code: ${texts("network", "stalled")}`,
    ],
    [
      [request(), message(1)],
      [request(), message(1, { content: says("bye") })],
      `/content/0/text: ${texts("hello", "bye")}`,
    ],
    [[approval("q", "a")], [approval("q", "a", "diff")], '/question/preview: recorded nothing, now "diff".'],
    [
      [approval("q", "a"), answer("q", { answer: { deny: "no" } })],
      [approval("q", "a"), answer("q", { answer: { deny: "never" } })],
      `/answer/deny: ${texts("no", "never")}`,
    ],
    [[said({ queued: "q" })], [said()], '/queued: recorded "", now nothing.'],
    [[said()], [said({ content: says("stop") })], `/content/0/text: ${texts("go", "stop")}`],
    [[done("a")], [done("a", { content: says("no") })], `/content/0/text: ${texts("ok", "no")}`],
    [[decision("a")], [decision("a", { verdict: "deny" })], `/verdict: ${texts("allow", "deny")}`],
    [[bodies.outcome()], [bodies.outcome({ turns: 2 })], "/turns: recorded 1, now 2."],
  ])("%j, now %j", (recorded, replayed, difference) => {
    const { kind } = recorded.at(-1)!;
    expect(drift(recorded, replayed)).toEqual([{ run: "r", seq: recorded.length, kind, difference }]);
  });

  const run: readonly EntryBody[] = [
    said(),
    request(),
    message(2, { partial: "restarted" }),
    result(2),
    message(2),
    decision("a", { verdict: "ask" }),
    approval("q", "a"),
    answer("q"),
    decision("a", { by: "user" }),
    intent("a"),
    done("a"),
    summary,
    bodies.outcome(),
  ];

  it.each(run.map(({ kind }, at) => [at, kind] as const))(
    "when one of the two has no entry %i, a %s",
    (at, kind) => {
      const recorded = journalOf(...run);
      const replayed = recorded.filter((_, place) => place !== at);
      const options = { run: "r", isWhole: true, isOverridden: false };
      expect(driftOf({ ...options, recorded, replayed })).toContainEqual({
        run: "r",
        seq: expect.any(Number),
        kind,
        difference: "The recording has it, the replay does not.",
      });
      expect(driftOf({ ...options, recorded: replayed, replayed: recorded })).toContainEqual({
        run: "r",
        seq: undefined,
        kind,
        difference: "The replay has it, the recording does not.",
      });
    },
  );

  it("but of a recording that breaks off, only what both have", () => {
    const cut = { isWhole: false } as const;
    expect(drift([said(), request()], [said(), request(), message(2)], cut)).toEqual([]);
    expect(drift([said(), request(), message(2)], [said()], cut)).toEqual([]);
    expect(drift([request(), result(1)], [request(), result(1, { attempts: 2 })], cut)).toEqual([]);
    expect(drift([said()], [said({ content: says("stop") })], cut)).toMatchObject([{ seq: 1 }]);
  });

  it("and not what the model is told, where it is told something else on purpose", () => {
    const told = (hash: string) => ({ kind: "context", hash, reason: "start" }) as const;
    const overridden = { isOverridden: true } as const;
    expect(drift([told("one")], [told("two")], overridden)).toEqual([]);
    expect(drift([told("one"), said()], [told("two"), said({ from: "steer" })], overridden)).toMatchObject([
      { kind: "user-message" },
    ]);
  });
});
