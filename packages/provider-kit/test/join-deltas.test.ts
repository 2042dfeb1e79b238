import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import type { ModelEvent } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { joinDeltas } from "../src/reply/join-deltas.ts";

const delta = (part: number, text: string): ModelEvent => ({ type: "text-delta", part, delta: text });

describe("deltas that came together", () => {
  it("are one when they are neighbours of the same part and kind", () => {
    const thought: ModelEvent = { type: "thinking-delta", part: 0, delta: "c" };
    expect(joinDeltas([delta(0, "a"), delta(0, "b"), thought, delta(0, "d"), delta(1, "e")])).toEqual([
      delta(0, "ab"),
      thought,
      delta(0, "d"),
      delta(1, "e"),
    ]);
  });

  it("lose nothing, and never pass another event", () => {
    const other = fc.constantFrom<ModelEvent>(
      { type: "part-start", part: 0, kind: "text" },
      { type: "part-end", part: 0, content: { type: "text", text: "" } },
    );
    const some = fc.tuple(fc.nat(2), fc.string({ maxLength: 3 })).map(([part, text]) => delta(part, text));
    /** One entry a character, so that only the borders between deltas are lost. */
    const told = (events: readonly ModelEvent[]): unknown[] =>
      events.flatMap((event): unknown[] =>
        "delta" in event ? event.delta.split("").map((letter) => [event.type, event.part, letter]) : [event],
      );
    checkProperty(
      fc.property(fc.array(fc.oneof(some, some, other)), (events) => {
        expect(told(joinDeltas(events))).toEqual(told(events));
      }),
    );
  });
});
