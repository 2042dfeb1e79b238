import type { Entry, EntryBody, EntryOf, GateRequest, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createPace } from "../../src/replay/pace.ts";
import { outcomeOf, recordedCalls } from "../../src/replay/recorded-calls.ts";
import { recordedAnswers, recordedGate } from "../../src/replay/recorded-verdicts.ts";
import { bodies, journalOf, says } from "./entries.ts";

const { request, calls, approval, elicitation, answer, decision, intent, done } = bodies;

function told(run: readonly EntryBody[], before: readonly EntryBody[] = []) {
  const entries = journalOf(...before, ...run);
  return { entries, ...recordedCalls(entries.slice(before.length), entries) };
}

const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);
const isInput = (wanted: JsonValue) => (input: JsonValue) => JSON.stringify(input) === JSON.stringify(wanted);

describe("what a run's journal tells of its calls", () => {
  it("is what each came to, and in which order those of one reply did", () => {
    const run = told([
      calls(1, ["a", {}], ["b", {}]),
      intent("a"),
      approval("q", "c"),
      done("b"),
      answer("q"),
      done("a", { content: says("later") }),
      calls(1, ["d", {}]),
      done("d"),
    ]);
    expect(run.resultOf("a")).toMatchObject({ content: says("later") });
    expect(run.resultOf("z")).toBeUndefined();
    expect([3, 4, 5, 7].map((at) => seqs(run.resultsBefore(run.entries[at]!)))).toEqual([[], [4], [4], []]);
    expect(run.resultsBefore(run.entries[0]!)).toEqual([]);
    expect([run.isOwn("a"), run.isOwn("b")]).toEqual([true, false]);
  });

  it("is how each was decided and answered, also where an earlier run had asked", () => {
    const run = told(
      [
        decision("a", { verdict: "ask" }),
        decision("b"),
        answer("old"),
        answer("form"),
        approval("q", "a"),
        answer("q", { answer: { deny: "no" } }),
        decision("a", { verdict: "deny" }),
      ],
      [approval("old", "a"), elicitation("form")],
    );
    expect(run.decisionsOn("a").map(({ verdict }) => verdict)).toEqual(["ask", "deny"]);
    expect(run.decisionsOn("z")).toEqual([]);
    expect(run.answersOn("a").map((one) => one.answer)).toEqual([{ allow: "once" }, { deny: "no" }]);
    expect(run.answersOn("z")).toEqual([]);
    expect(run.isAskedInVain()).toBe(false);
    expect(run.answersOn("a").map(({ entry }) => run.resultsBefore(entry))).toEqual([[], []]);
    expect(told([approval("q", "a")]).isAskedInVain()).toBe(true);
    expect(told([], [approval("q", "a")]).isAskedInVain()).toBe(false);
  });

  it("is the last preview of a call, of this run before those of others", () => {
    const first = approval("1", "a", "earlier");
    expect(told([approval("2", "a", "one"), approval("3", "a", "two")], [first]).previewOf("a")).toBe("two");
    expect(told([approval("2", "b", "one")], [first]).previewOf("a")).toBe("earlier");
    expect(told([approval("2", "a"), elicitation("3")], [first]).previewOf("a")).toBeUndefined();
    expect(told([elicitation("2")]).previewOf("a")).toBeUndefined();
  });

  it("is what was wrong with an input, as it was when it was refused", () => {
    const refused = (callId: string, ...issues: readonly string[]) =>
      done(callId, { failure: { kind: "invalid-input", issues } });
    const run = told([
      calls(1, ["a", { n: 1 }], ["b", { n: 2 }], ["c", { n: 3 }], ["d", { n: 4 }]),
      approval("q", "b"),
      answer("q", { answer: { allow: "once", input: { n: 20 } } }),
      approval("r", "c"),
      answer("r", { answer: { deny: "no" } }),
      refused("a", "one"),
      refused("b", "two"),
      refused("c", "three"),
      done("d", { failure: { kind: "failed", message: "No." } }),
      refused("z", "no one's"),
    ]);
    const found = [{ n: 1 }, { n: 2 }, { n: 20 }, { n: 3 }, { n: 4 }].map((input) =>
      run.issuesOf("act", isInput(input)),
    );
    expect(found).toEqual([["one"], undefined, ["two"], ["three"], undefined]);
    expect(run.issuesOf("other", isInput({ n: 1 }))).toBeUndefined();
  });

  it("is what each needed alone; one that never started waited for what the others had", () => {
    const stopped = { kind: "interrupted", started: false, partial: "" } as const;
    const run = told([
      calls(1, ["old", { n: 0 }]),
      intent("old", { input: { n: 0 }, resources: ["past"] }),
      calls(1, ["a", { n: 1 }], ["b", { n: 2 }], ["c", { n: 3 }], ["d", { n: 4 }]),
      intent("a", { input: { n: 1 }, resources: ["x"] }),
      intent("b", { input: { n: 2 }, resources: ["y"] }),
      intent("c", { input: { n: 3 } }),
      done("c", { failure: { ...stopped, started: true } }),
      done("d", { failure: stopped }),
    ]);
    expect([0, 1, 2, 3, 4, 5].map((n) => run.resourcesOf("act", { n }))).toEqual([
      ["past"],
      ["x"],
      ["y"],
      [],
      ["x", "y"],
      [],
    ]);
    expect(run.resourcesOf("other", { n: 1 })).toEqual([]);
    const ran = told([calls(1, ["a", {}], ["b", { n: 2 }]), intent("a", { resources: ["x"] }), done("b")]);
    expect(ran.resourcesOf("act", { n: 2 })).toEqual([]);
  });

  it("is the checkpoint before each, and what was not kept", () => {
    const unkept = [{ path: "/big", reason: "too large" }];
    const kept = { kind: "checkpoint", snapshot: "s", root: "/r" } as const;
    const run = told([
      { ...kept, callId: "a" },
      intent("a", { unkept }),
      { ...kept, callId: "b" },
      intent("b"),
      intent("c", { unkept }),
      intent("d"),
      { ...kept, closes: true },
    ]);
    expect(["a", "b", "c", "d"].map((id) => run.checkpointOf(id))).toEqual([
      { snapshot: "s", root: "/r", unkept },
      { snapshot: "s", root: "/r" },
      { root: "", unkept },
      undefined,
    ]);
  });

  it("is the outcome as the tool gave it", () => {
    const outcome = (more: object) => outcomeOf(journalOf(done("a", more))[0] as EntryOf<"tool-result">);
    const artifacts = [{ path: "/tmp/a", mediaType: "text/plain", bytes: 1 }];
    expect(outcome({})).toEqual({ content: says("ok") });
    expect(outcome({ artifacts })).toEqual({ content: says("ok"), artifacts });
    expect(outcome({ reports: ["c"] })).toEqual({ content: says("ok"), reports: ["c"] });
    const failure = { kind: "failed", message: "No." };
    expect(outcome({ failure, artifacts })).toEqual(failure);
  });
});

describe("verdicts that are given again", () => {
  const standstill = new Error("The recording ends here.");

  /** A gate and its answers in a world of this run, with what it asks for in vain ending as `standstill`. */
  function judging(run: readonly EntryBody[], outcome?: EntryBody) {
    const entries = journalOf(request(), ...run);
    const pace = { ...createPace(entries, () => undefined), missing: () => Promise.reject(standstill) };
    const end = outcome && (journalOf(outcome)[0] as EntryOf<"outcome">);
    const verdicts = {
      calls: recordedCalls(entries, entries),
      pace,
      outcome: end,
      asked: new Map<string, number>(),
      onMode: () => undefined,
    };
    const gate = recordedGate(verdicts);
    const answers = recordedAnswers(verdicts);
    return {
      gate,
      decide: async (callId: string, effect = "runs") =>
        gate.decide(
          { callId, effect, tool: "act", extension: "e", input: {}, cwd: "/" } as GateRequest,
          AbortSignal.timeout(5_000),
        ),
      ask: async (body: EntryBody) =>
        answers((body as EntryOf<"question">).question, AbortSignal.timeout(5_000)),
    };
  }
  const verdictsOf = async (
    { decide }: ReturnType<typeof judging>,
    ...of: readonly (readonly [string, string?])[]
  ) => {
    const found: string[] = [];
    for (const [callId, effect] of of) found.push((await decide(callId, effect)).verdict);
    return found;
  };

  it("are those that were written down, with whoever decided and why", async () => {
    const { decide } = judging([decision("a", { verdict: "deny", reason: "Evil." }), decision("b")]);
    expect(await decide("a")).toEqual({ verdict: "deny", by: "rule", reason: "Evil." });
    expect(await decide("b")).toEqual({ verdict: "allow", by: "rule" });
  });

  it("let a call look that showed what it would change, once it was judged", async () => {
    const run = [decision("a", { verdict: "ask" }), approval("q", "a", "diff"), answer("q")];
    expect(await verdictsOf(judging(run), ["a"], ["a", "reads"])).toEqual(["ask", "allow"]);
    expect(await verdictsOf(judging(run), ["a", "reads"], ["a"])).toEqual(["ask", "ask"]);
    const unseen = [decision("a", { verdict: "ask" }), approval("q", "a"), answer("q")];
    expect(await verdictsOf(judging(unseen), ["a"], ["a", "reads"])).toEqual(["ask", "ask"]);
  });

  it("ask, and let it look, where a look had told that a call could not succeed", async () => {
    const failed = done("a", { failure: { kind: "failed", message: "No." } });
    expect(await verdictsOf(judging([failed]), ["a"], ["a"])).toEqual(["ask", "allow"]);
    expect(await verdictsOf(judging([intent("a"), failed]), ["a"])).toEqual(["allow"]);
    expect(await verdictsOf(judging([decision("a"), failed]), ["a"])).toEqual(["allow"]);
    expect(await verdictsOf(judging([done("a")]), ["a"])).toEqual(["allow"]);
  });

  it("are the later ones for an input that was edited, but not before the question was asked", async () => {
    const run = [
      decision("a", { verdict: "ask" }),
      approval("q", "a"),
      answer("q", { answer: { allow: "once", input: {} } }),
      decision("a", { verdict: "deny" }),
    ];
    const one = judging(run);
    expect(await verdictsOf(one, ["a"], ["a"])).toEqual(["ask", "ask"]);
    expect(await one.ask(approval("q", "a"))).toEqual({ allow: "once", input: {} });
    expect(await verdictsOf(one, ["a"])).toEqual(["deny"]);
    const covered = judging([decision("a", { verdict: "ask" }), decision("a", { by: "session" })]);
    expect(await verdictsOf(covered, ["a"], ["a"])).toEqual(["ask", "allow"]);
    const people = judging([decision("a", { verdict: "ask" }), decision("a", { by: "user" })]);
    expect(await verdictsOf(people, ["a"], ["a"])).toEqual(["ask", "ask"]);
  });

  it("let what was stopped before it was written down get as far as it did", async () => {
    expect(await verdictsOf(judging([done("a")]), ["a"], ["a"])).toEqual(["allow", "ask"]);
    const open = bodies.outcome({ outcome: "needs-input", error: { code: "approval", message: "" } });
    expect(await verdictsOf(judging([approval("q", "b")], open), ["a"])).toEqual(["allow"]);
    expect(await verdictsOf(judging([approval("q", "b")]), ["a"])).toEqual(["ask"]);
    await expect(judging([], bodies.outcome()).decide("a")).rejects.toBe(standstill);
  });

  it("are answered by people as they were, one answer after the other", async () => {
    const run = [
      approval("1", "a"),
      answer("1", { answer: { allow: "session" } }),
      approval("2", "a"),
      answer("2", { answer: { deny: "no" } }),
    ];
    const { ask } = judging(run);
    expect(await ask(approval("x", "a"))).toEqual({ allow: "session" });
    expect(await ask(approval("y", "a"))).toEqual({ deny: "no" });
    await expect(ask(approval("z", "a"))).rejects.toBe(standstill);
    await expect(ask(elicitation("form"))).rejects.toBe(standstill);
    const gone = (message: string) =>
      judging([], bodies.outcome({ outcome: "needs-input", error: { code: "unanswered", message } }));
    await expect(gone("No one is here (they (all)\nleft).").ask(approval("x", "a"))).rejects.toThrow(
      /^they \(all\)\nleft$/,
    );
    await expect(gone("No one is here.").ask(approval("x", "a"))).rejects.toThrow(/^No one is here\.$/);
  });

  it("tell whoever listens that one was remembered, until they stop", async () => {
    const { gate } = judging([]);
    let heard = 0;
    const stop = gate.onRemembered!(() => void (heard += 1));
    await gate.remember!({} as GateRequest, "session");
    stop();
    await gate.remember!({} as GateRequest, "session");
    expect(heard).toBe(1);
  });
});
