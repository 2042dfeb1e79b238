import fc from "fast-check";
import type { Answer, StopReason } from "@skein/protocol";
import type { Part, Reply, Scenario, ScenarioRun, ToolName } from "./scenario.ts";

const words = fc.constantFrom("", "Hm.", "I look at it.", "One two three four five.");
const plainTools: readonly ToolName[] = [
  ...(["look", "fail", "act", "plan", "nothing", "steer", "queue", "set-mode"] as const),
];

const prose: fc.Arbitrary<Part> = fc.record({
  part: fc.constantFrom("text" as const, "thinking" as const),
  text: words,
});
const plainCall: fc.Arbitrary<Part> = fc.record({
  part: fc.constant("call" as const),
  tool: fc.constantFrom(...plainTools),
});
const cutCall: fc.Arbitrary<Part> = fc.constant({ part: "cut-call" });
const halt: fc.Arbitrary<Part> = fc.constant({ part: "call", tool: "halt" });

const stop: fc.Arbitrary<{ readonly stop?: StopReason }> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom("length", "paused", "refused").map((word) => ({ stop: word })) },
);

const broken: fc.Arbitrary<Reply> = fc.record({
  kind: fc.constant("broken" as const),
  text: words,
  isRetried: fc.boolean(),
});

function whole(part: fc.Arbitrary<Part>): fc.Arbitrary<Reply> {
  return fc
    .tuple(fc.array(part, { maxLength: 5 }), stop)
    .map(([parts, more]) => ({ kind: "parts", parts, ...more }));
}

function repliesOf(part: fc.Arbitrary<Part>, maxLength: number): fc.Arbitrary<readonly Reply[]> {
  return fc.array(fc.oneof({ weight: 6, arbitrary: whole(part) }, { weight: 1, arbitrary: broken }), {
    maxLength,
  });
}

const simple = fc.oneof(
  { weight: 3, arbitrary: prose },
  { weight: 3, arbitrary: plainCall },
  { weight: 1, arbitrary: cutCall },
);

function starting(part: fc.Arbitrary<Part>): fc.Arbitrary<Part> {
  return fc.record({
    part: fc.constant("call" as const),
    tool: fc.constantFrom("start" as const, "start-beside" as const),
    child: repliesOf(part, 2),
  });
}

const inChild = fc.oneof({ weight: 8, arbitrary: simple }, { weight: 1, arbitrary: starting(simple) });
const part = fc.oneof(
  { weight: 12, arbitrary: simple },
  { weight: 2, arbitrary: starting(inChild) },
  { weight: 1, arbitrary: halt },
);

const run: fc.Arbitrary<ScenarioRun> = fc.record({
  replies: repliesOf(part, 4),
  isAttended: fc.boolean(),
  afterwards: fc.constantFrom("nothing", "rewind", "redo", "answer", "rename"),
});

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ allow: fc.constantFrom("once" as const, "session" as const) }),
  fc.constant({ allow: "once" as const, input: { n: 2, plan: "# Mine" } }),
  fc.record({ deny: fc.constantFrom("", "Not now."), stop: fc.boolean() }),
);

/** Sessions of up to three runs, with all that may happen in one. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  runs: fc.array(run, { minLength: 1, maxLength: 3 }),
  answers: fc.array(answer, { maxLength: 4 }),
  compactBefore: fc.array(fc.nat(8), { maxLength: 2 }),
  failedChecks: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(0, 1, 2)),
});
