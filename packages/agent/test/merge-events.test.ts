import type { AgentEvent } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { mergeEvents } from "../src/events/merge-events.ts";

describe("events that a slow reader finds joined", () => {
  const of = (event: object) => ({ session: "s", path: [], ...event }) as unknown as AgentEvent;
  const progress = (text: string, callId = "a") => of({ type: "tool-progress", callId, text });
  const delta = (type: string, words: string, part = 0) => of({ type, part, delta: words });

  it.each(["text-delta", "thinking-delta", "input-delta"])("are deltas of one part: %s", (type) => {
    expect(mergeEvents(delta(type, "a"), delta(type, "b"))).toEqual(delta(type, "ab"));
    expect(mergeEvents(delta(type, "a"), delta(type, "b", 1))).toBeUndefined();
    expect(mergeEvents(delta(type, "a"), delta("other", "b"))).toBeUndefined();
    expect(mergeEvents(delta(type, "a"), { ...delta(type, "b"), session: "t" })).toBeUndefined();
  });

  it("are the progress of one call, of which the end is kept", () => {
    expect(mergeEvents(progress("a"), progress("b"))).toEqual(progress("ab"));
    expect(mergeEvents(progress("a"), progress("b", "c"))).toBeUndefined();
    expect(mergeEvents(progress("a"), of({ type: "tool-end", callId: "a" }))).toBeUndefined();
    const long = mergeEvents(progress("x".repeat(65_536)), progress("yz"));
    expect(long).toMatchObject({ text: `${"x".repeat(65_534)}yz` });
    expect(
      mergeEvents(of({ type: "turn-start", turn: 1 }), of({ type: "turn-start", turn: 1 })),
    ).toBeUndefined();
  });
});
