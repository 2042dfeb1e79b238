import fc from "fast-check";
import type { AssistantPart } from "@skein/protocol";
import type { Asked, Step } from "../../src/import/steps.ts";

const id = fc.constantFrom("a", "b", "c", "d");
const key = fc.constantFrom("k1", "k2", "k3", "k4");
const at = fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined });
const words = fc.constantFrom("", "one", "two");
const asked: fc.Arbitrary<Asked> = fc.record({
  provider: fc.constantFrom("p", "q"),
  model: fc.constant("m"),
});

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  words.map((text): AssistantPart => ({ type: "text", text })),
  words.map((text): AssistantPart => ({ type: "thinking", text })),
  id.map((call): AssistantPart => ({ type: "tool-call", id: call, name: "t", input: {} })),
  id.map((call): AssistantPart => ({
    type: "tool-call",
    id: call,
    name: "t",
    raw: "{",
    problem: "not-json",
  })),
);

/** Anything that a reader may find, in any order: results before their calls, ids used again, nothing but remarks. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant("say" as const),
      from: fc.constantFrom("user" as const, "steer" as const, "agent" as const),
      content: fc.array(
        words.map((text) => ({ type: "text" as const, text })),
        { maxLength: 2 },
      ),
      at,
      key,
    }),
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant("reply" as const),
        content: fc.array(part, { maxLength: 4 }),
        asked,
        isCutOff: fc.boolean(),
        at,
        key,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant("result" as const),
        callId: id,
        content: fc.constant([{ type: "text" as const, text: "r" }]),
        at,
        key,
      }),
    },
    fc.record({ does: fc.constant("spend" as const), purpose: fc.constant("compaction" as const), asked }),
    fc.record({
      does: fc.constant("compact" as const),
      summary: fc.constant("earlier"),
      keeps: fc.array(key, { maxLength: 2 }),
      keepsFrom: fc.option(key, { nil: undefined }),
    }),
    fc.record({
      does: fc.constant("note" as const),
      audience: fc.constantFrom("user" as const, "both" as const),
      level: fc.constant("info" as const),
      text: fc.constant("by the way"),
    }),
    fc.record({ does: fc.constant("end" as const), outcome: fc.constant("cancelled" as const) }),
    fc.record({ does: fc.constant("rewind" as const), before: key }),
  ),
  { maxLength: 14 },
);
