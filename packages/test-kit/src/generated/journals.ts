import fc from "fast-check";
import {
  type AssistantPart,
  type Entry,
  type EntryBody,
  type StopReason,
  kindVersion,
} from "@skein/protocol";

/** One thing that may happen in a session; a run is a few of them. */
type Step =
  | { readonly does: "reply"; readonly calls: readonly CallPlan[]; readonly text: string }
  | { readonly does: "cut-off" | "restarted" | "draft"; readonly text: string }
  | { readonly does: "failed-request" | "notice" | "steer" | "compact" | "rewind" | "elide" }
  | { readonly does: "crash" };

interface CallPlan {
  readonly isBroken: boolean;
  /** How far it comes: judged, started, ended. */
  readonly until: "nothing" | "denied" | "intent" | "result" | "failure";
}

const call: fc.Arbitrary<CallPlan> = fc.record({
  isBroken: fc.boolean(),
  until: fc.constantFrom("nothing", "denied", "intent", "result", "failure"),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("reply" as const),
      calls: fc.array(call, { maxLength: 4 }),
      text: fc.string(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom("cut-off" as const, "restarted" as const, "draft" as const),
      text: fc.string(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        "failed-request" as const,
        "notice" as const,
        "steer" as const,
        "compact" as const,
        "rewind" as const,
        "elide" as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("crash" as const) }) },
);

/** Journals as an agent may write them, with crashes, rewinds and compactions anywhere between two entries. */
export const journal: fc.Arbitrary<readonly Entry[]> = fc
  .array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 4 })
  .map(write);

function write(runs: readonly (readonly Step[])[]): readonly Entry[] {
  const entries: Entry[] = [];
  let calls = 0;
  let run: string | null = null;
  const add = (body: EntryBody): number => {
    const seq = entries.length + 1;
    entries.push({ v: kindVersion(body.kind), seq, at: 1000 * seq, run, ...body });
    return seq;
  };
  const text = (said: string): AssistantPart[] => [{ type: "text", text: said }];
  const request = (): number =>
    add({
      kind: "model-request",
      purpose: "turn",
      provider: "p",
      model: "m",
      options: {},

      requestHash: "",
    });
  const answered = (seq: number): number =>
    add({
      kind: "model-result",
      request: seq,
      attempts: 1,
      provider: "p",
      model: "m",
      usage: { input: 1, output: 2 },
      costUsd: 0.5,
    });

  function reply(plans: readonly CallPlan[], said: string): void {
    const seq = request();
    add({ kind: "reply-draft", request: seq, content: text(said.slice(0, 2)) });
    answered(seq);
    const made = plans.map((plan) => ({ ...plan, id: `call-${++calls}` }));
    const stop: StopReason = plans.length > 0 ? "tool-calls" : "answered";
    const content: AssistantPart[] = [
      ...text(said),
      ...made.map(({ id, isBroken }): AssistantPart =>
        isBroken
          ? { type: "tool-call", id, name: "t", raw: "{", problem: "cut-off" }
          : { type: "tool-call", id, name: "t", input: { id } },
      ),
    ];
    add({ kind: "assistant-message", request: seq, content, stop });
    for (const { id, isBroken, until } of made) {
      if (until === "nothing") return;
      add({ kind: "decision", callId: id, verdict: until === "denied" ? "deny" : "allow", by: "mode" });
      if (until === "denied" || isBroken) continue;
      add({
        kind: "tool-intent",
        callId: id,
        tool: "t",
        extension: "x",
        input: { id },
        effect: "runs",
        repeat: "once",
      });
    }
    for (const { id, until } of made.toReversed()) {
      const head = {
        kind: "tool-result",
        callId: id,
        name: "t",
        content: [{ type: "text", text: id }],
        durationMs: 7,
      } as const;
      if (until === "result") add(head);
      if (until === "failure") add({ ...head, failure: { kind: "failed", message: id } });
      if (until === "denied") add({ ...head, failure: { kind: "denied", by: "policy", reason: "no" } });
    }
  }

  add({ kind: "session-start", id: "s", cwd: "/project", interaction: "chat", name: "generated" });
  for (const [index, steps] of runs.entries()) {
    run = `run-${index}`;
    add({ kind: "run-start", input: [{ type: "text", text: `ask ${index}` }] });
    add({
      kind: "settings",
      provider: "p",
      model: `m${index}`,
      mode: "auto",
      extensions: [],
      limits: { maxTurns: 9, maxRepetitions: 9 },
      options: {},
    });
    add({ kind: "user-message", from: "user", content: [{ type: "text", text: `ask ${index}` }] });
    for (const { does, ...more } of steps) {
      if (does === "crash") break;
      const last = entries.length;
      if (does === "reply" && "calls" in more) reply(more.calls, more.text);
      else if ((does === "cut-off" || does === "restarted") && "text" in more)
        add({ kind: "assistant-message", request: request(), content: text(more.text), partial: does });
      else if (does === "draft" && "text" in more)
        add({ kind: "reply-draft", request: request(), content: text(more.text) });
      else if (does === "failed-request")
        add({
          kind: "model-result",
          request: request(),
          attempts: 4,
          provider: "p",
          model: "m",
          usage: {},
          error: { code: "overloaded", message: "" },
        });
      else if (does === "notice")
        add({ kind: "notice", audience: "both", level: "info", text: "by the way" });
      else if (does === "steer")
        add({ kind: "user-message", from: "steer", content: [{ type: "text", text: "no, left" }] });
      else if (does === "compact")
        add({
          kind: "compaction",
          summary: "earlier",
          firstKept: Math.max(1, last - 5),
          pinned: [2],
          receipt: {},
        });
      else if (does === "rewind") add({ kind: "rewind", to: Math.max(3, last - 6) });
      else if (does === "elide") {
        const results = entries
          .filter(({ kind }) => kind === "tool-result")
          .map(({ seq }) => ({ seq, content: [] }));
        add({ kind: "elision", results });
      }
    }
    if (!steps.some(({ does }) => does === "crash"))
      add({ kind: "outcome", outcome: "done", turns: steps.length });
  }
  return entries;
}
