import type { ReceivedEvent } from "@skein/client";
import { itemsOf } from "@skein/session-view";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { followSession } from "../src/state/follow-session.ts";
import { openingState, stateAfter, stateWithEntries, type SessionState } from "../src/state/session-state.ts";

type News = Extract<ReceivedEvent, { readonly type: "news" }>["news"];

const head = { session: "s", path: [] };
const text = (said: string) => [{ type: "text", text: said }] as const;
const words = "The loop starts at index one. ";

/** What a server tells of two runs, as events of which some are entries. */
const told: readonly News[] = [1, 2].flatMap((turn): readonly News[] => {
  const seq = turn * 10;
  return [
    { type: "run-start", ...head, seq, run: `r${turn}`, input: text("Go") },
    { type: "user-message", ...head, seq: seq + 1, from: "user", content: text(`Go ${turn}`) },
    { type: "turn-start", ...head, turn: 1 },
    ...words.split("").map((delta): News => ({ type: "text-delta", ...head, part: 0, delta })),
    {
      type: "message",
      ...head,
      seq: seq + 3,
      role: "assistant",
      content: text(words),
      stop: "answered",
      provider: "p",
      model: "m",
    },
    { type: "outcome", ...head, seq: seq + 4, outcome: "done", turns: 1, usage: {}, durationMs: 5 },
  ];
});
const hello = (resumed: "exact" | "from-seq"): ReceivedEvent => ({
  type: "hello",
  session: "s",
  resumed,
  isRunning: true,
});
const news = (one: News): ReceivedEvent => ({ type: "news", id: "x", news: one });

const shown = (state: SessionState) => itemsOf(state.view);
const straight = told.map(news).reduce(stateAfter, stateAfter(openingState("s"), hello("from-seq")));

/** The last event before `at` that is an entry. */
const lastKept = (at: number) =>
  told.slice(0, at).findLastIndex((one) => "seq" in one && one.seq !== undefined);

it("any breaks of the connection, exact or from an entry on, lead to the same view: nothing twice, nothing lost", () => {
  const breaks = fc.array(fc.record({ at: fc.nat(told.length), isExact: fc.boolean() }), { maxLength: 6 });
  checkProperty(
    fc.property(breaks, (points) => {
      let state = stateAfter(openingState("s"), hello("from-seq"));
      let at = 0;
      for (const { at: until, isExact } of points.toSorted((one, other) => one.at - other.at)) {
        for (; at < until; at++) state = stateAfter(state, news(told[at]!));
        state = stateAfter(state, hello(isExact ? "exact" : "from-seq"));
        // After a restart a reader is told what is behind the last entry again.
        if (!isExact) at = lastKept(at) + 1;
      }
      for (; at < told.length; at++) state = stateAfter(state, news(told[at]!));
      expect(shown(state)).toEqual(shown(straight));
    }),
  );
});

it("entries that are fetched behind a run change nothing of what is shown", () => {
  const entry = {
    v: 1,
    seq: 11,
    at: 5,
    run: "r1",
    kind: "user-message",
    from: "user",
    content: text("Go 1"),
  };
  const after = stateWithEntries(straight, [entry]);
  expect(shown(after)).toEqual(shown(straight));
  expect(after.ledger.marks).toEqual([{ seq: 11, at: 5, kind: "message", label: "Go 1" }]);
});

it("the screen is told once a frame, and the browser gets its turn between slices of events", async () => {
  let time = 0;
  let pauses = 0;
  const frames: (() => void)[] = [];
  const states: SessionState[] = [];
  async function* events(): AsyncGenerator<ReceivedEvent, void> {
    yield hello("from-seq");
    for (const one of told) yield news(one);
  }
  const followed = followSession({
    session: "s",
    events: events(),
    onChange: (state) => states.push(state),
    nextFrame: (work) => frames.push(work),
    pause: async () => void pauses++,
    now: () => time++,
  });
  await followed.ended;
  expect([frames.length, states.length]).toEqual([1, 0]);
  frames[0]?.();
  expect(shown(states[0]!)).toEqual(shown(straight));
  expect(states[0]?.connection).toBe("closed");
  expect(pauses).toBeGreaterThan(5);
});

it("a stream that fails says why", async () => {
  const frames: (() => void)[] = [];
  const states: SessionState[] = [];
  const followed = followSession({
    session: "s",
    // oxlint-disable-next-line require-yield -- it only fails
    events: (async function* () {
      throw new Error("no such session");
    })(),
    onChange: (state) => states.push(state),
    nextFrame: (work) => frames.push(work),
    pause: async () => undefined,
    now: () => 0,
  });
  await followed.ended;
  frames[0]?.();
  expect(states).toMatchObject([{ connection: "failed", problem: new Error("no such session") }]);
});
