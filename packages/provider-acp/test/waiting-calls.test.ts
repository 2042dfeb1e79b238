import { describe, expect, it } from "vitest";
import type { ToolResultPart } from "@skein/protocol";
import { waitingCalls } from "../src/agent/waiting-calls.ts";

const resultOf = (callId: string): ToolResultPart => ({
  type: "tool-result",
  callId,
  name: "one",
  content: [],
});

describe("the calls that an agent waits for", () => {
  it("get the results of the next request, and are not made without one", () => {
    const calls = waitingCalls();
    const settled: unknown[] = [];
    const add = (name: string) =>
      calls.add({ name, input: {} }, (result) => settled.push([name, result?.callId]));
    const [first, second, untold] = [add("first"), add("second"), add("untold")];
    calls.tell(first.id);
    calls.tell(second.id);
    calls.settleTold([resultOf(first.id), resultOf(untold.id)]);
    expect(settled).toEqual([
      ["first", first.id],
      ["second", undefined],
    ]);
    expect(calls.has(untold.id)).toBe(true);
  });

  it("are settled once", () => {
    const calls = waitingCalls();
    let count = 0;
    const { id } = calls.add({ name: "one", input: {} }, () => count++);
    calls.settleAll();
    calls.settle(id);
    expect([count, calls.isEmpty()]).toEqual([1, true]);
  });
});
