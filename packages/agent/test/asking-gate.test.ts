import type { Gate } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { askingGate } from "../src/defaults/asking-gate.ts";

describe("the default gate", () => {
  const request = {
    ...({ callId: "a", tool: "act", extension: "e", effect: "reads", input: { n: 1 }, cwd: "/" } as const),
    startsAgents: false,
  };
  const decide = (gate: Gate, more: object = {}) =>
    gate.decide({ ...request, ...more }, AbortSignal.timeout(5_000));

  it.each([
    [{}, { verdict: "allow", by: "default: it only reads" }],
    [
      { startsAgents: true },
      { verdict: "ask", by: "default", isRoutine: true, reason: '"act" may start other agents.' },
    ],
    [
      { effect: "runs" },
      { verdict: "ask", by: "default", isRoutine: true, reason: '"act" may change things.' },
    ],
    [
      { effect: "unknown" },
      { verdict: "ask", by: "default", isRoutine: true, reason: '"act" may change things.' },
    ],
  ])("on %j says %j", (more, decision) => expect(decide(askingGate(), more)).toEqual(decision));

  it("remembers exactly the call that was allowed for longer, and notifies once", async () => {
    const gate = askingGate();
    let told = 0;
    const stop = gate.onRemembered!(() => void (told += 1));
    const write = { ...request, effect: "writes" } as const;
    await gate.remember!(write, "session");
    await gate.remember!(write, "session");
    expect(told).toBe(1);
    expect(decide(gate, write)).toEqual({ verdict: "allow", by: "your answer in this session" });
    for (const other of [{ tool: "b" }, { extension: "f" }, { input: { n: 2 } }, { cwd: "/etc" }])
      expect(decide(gate, { ...write, ...other })).toMatchObject({ verdict: "ask" });
    stop();
    await gate.remember!({ ...write, cwd: "/etc" }, "session");
    expect(told).toBe(1);
  });
});
