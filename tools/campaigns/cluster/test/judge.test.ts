import { expect, it } from "vitest";
import type { Entry } from "../../../../packages/protocol/src/index.ts";
import { judge, type Evidence } from "../judge.ts";
import type { PlannedRun } from "../planned-run.ts";

const run: PlannedRun = {
  session: "chaos-0",
  task: "This is run 0.",
  commands: [{ id: "a", line: "echo a" }],
  effects: "unused",
};

type Body = Readonly<Record<string, unknown>> & { readonly kind: Entry["kind"] };
const journal = (...bodies: readonly Body[]): readonly Entry[] =>
  bodies.map((body, at) => ({ seq: at + 1, at: 0, ...body }) as unknown as Entry);
const result = (failure?: string, started = false): Body => ({
  kind: "tool-result",
  callId: "a",
  content: [],
  ...(failure === undefined ? {} : { failure: { kind: failure, started } }),
});
const outcome = (name: string): Body => ({ kind: "outcome", outcome: name });
const asked = (worker: number, at: number) => ({ run, worker, at });
const begun = (worker: number, attempt: number, at: number) => ({
  session: run.session,
  worker,
  attempt,
  at,
  what: "begun",
});

/** Begun by worker 0, and taken over by worker 1 after it was killed. */
const good: Evidence = {
  run,
  entries: journal(result(), outcome("cancelled"), outcome("done")),
  effects: ["a"],
  asked: [asked(0, 1_000), asked(1, 20_000)],
  said: [begun(0, 1, 900), begun(1, 2, 19_900)],
  state: "ended",
};

it("finds nothing in a run that is as it should be", () => {
  expect(judge(good)).toEqual([]);
  for (const unsure of [result("unknown-outcome"), result("interrupted", true)]) {
    const entries = journal(unsure, outcome("done"));
    for (const effects of [[], ["a"]]) expect(judge({ ...good, entries, effects })).toEqual([]);
  }
});

it.each<[string, Partial<Evidence>, RegExp]>([
  ["a command made twice", { effects: ["a", "a"] }, /Command a was made 2 times; its result is good/],
  ["a command that was not made", { effects: [] }, /Command a was made 0 times/],
  [
    "a command that is said not to have been made",
    { entries: journal(result("interrupted"), outcome("done")) },
    /made 1 times; its result is interrupted/,
  ],
  ["a result that is lost", { entries: journal(outcome("done")) }, /Command a has 0 results/],
  ["two ends", { entries: journal(result(), outcome("done"), outcome("done")) }, /ended as: done, done/],
  ["no end", { entries: journal(result()) }, /ended as: nothing/],
  ["something after the end", { entries: journal(outcome("done"), result()) }, /last entry is tool-result/],
  [
    "a gap",
    { entries: journal(result(), outcome("done")).map((e) => ({ ...e, seq: e.seq + 1 })) },
    /no entry 1/,
  ],
  ["a run that is lost to the queue", { state: "dead" }, /The queue has it as dead/],
  [
    "a worker that goes on after another one took over",
    { asked: [...good.asked, asked(0, 30_000)] },
    /Worker 0 asked in attempt 1 when 2 was on/,
  ],
])("sees %s", (_, change, law) => {
  expect(judge({ ...good, ...change })).toContainEqual(expect.stringMatching(law));
});
