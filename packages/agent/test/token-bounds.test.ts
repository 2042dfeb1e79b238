import { describe, expect, it } from "vitest";
import { createInputBounds } from "../src/requests/token-bounds.ts";

describe("the most that a request can take", () => {
  const model = { provider: "p", id: "m", limits: {}, stream: undefined as never };
  const message = (text: string) =>
    ({ role: "user", from: "user", content: [{ type: "text", text }] }) as const;
  const first = { system: "s".repeat(5_000), tools: [], messages: [message("a")], options: {} };
  const grown = { ...first, messages: [...first.messages, message("b")] };

  it("is what the vendor has counted, its reply too, and the bytes that came since", () => {
    const bounds = createInputBounds();
    const before = bounds.of(model, grown);
    bounds.learn(model, first, { input: 100, output: 40, cacheRead: 20, cacheWrite: 3 });
    const after = bounds.of(model, grown);
    expect(after).toBeLessThan(before - 3_000);
    expect(after).toBe(163 + 1_024 + Buffer.byteLength(JSON.stringify([[message("b")], [null]])));
    bounds.learn(model, first, { prompt: 500, output: 40 });
    expect(bounds.of(model, grown)).toBe(after + 540 - 163);
  });

  it.each([{ input: 100, output: 40 }, { prompt: 100 }, { prompt: 0, output: 40 }])(
    "stays that of the bytes where it has not: %j",
    (usage) => {
      const bounds = createInputBounds();
      const before = bounds.of(model, grown);
      bounds.learn(model, first, usage);
      expect(bounds.of(model, grown)).toBe(before);
    },
  );

  it("is that of the bytes for another model and another beginning", () => {
    const bounds = createInputBounds();
    const others = [
      [{ ...model, id: "n" }, grown],
      [{ ...model, provider: "q" }, grown],
      [model, { ...grown, system: "t".repeat(5_000) }],
      [model, { ...grown, messages: [message("a"), message("b")] }],
      [model, { ...grown, tools: [{ name: "a", description: "", inputSchema: {} }] }],
    ] as const;
    const before = others.map(([who, request]) => bounds.of(who, request));
    bounds.learn(model, first, { prompt: 100, output: 40 });
    expect(others.map(([who, request]) => bounds.of(who, request))).toEqual(before);
  });
});
