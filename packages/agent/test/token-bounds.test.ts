import { describe, expect, it } from "vitest";
import { createInputBounds } from "../src/session/token-bounds.ts";

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

  it("counts the bytes of each part that is sent, and nothing of what is not", () => {
    const bound = (change: object) => createInputBounds().of(model, { ...first, ...change });
    const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    const schema = {
      type: "object",
      properties: { total: { type: "number", description: "é".repeat(500) } },
    };
    const tools = [{ name: "a", description: "d".repeat(300), inputSchema: schema }];
    const plain = bound({});
    expect(plain).toBe(1_024 + bytes([first.system, []]) + bytes(message("a")) + bytes([[], [null]]));
    expect(bound({ system: `${first.system}é` })).toBe(plain + 2);
    expect(bound({ tools })).toBe(plain + bytes(tools) - 2);
    expect(bound({ options: { responseSchema: schema } })).toBe(plain + bytes(schema) - 4);
    expect(bound({ options: { maxOutputTokens: 900, temperature: 1 } })).toBe(plain);
    expect(bound({ messages: [...first.messages, message("b")] })).toBe(plain + bytes(message("b")) + 1);
    expect(bound({ messages: [] })).toBe(plain - bytes(message("a")));
  });

  it("counts ten thousand tokens more for each image and file, also in results", () => {
    const bound = (messages: readonly object[]) =>
      createInputBounds().of(model, { ...first, messages: messages as never });
    const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    const image = { type: "image", mediaType: "image/png", data: "AAAA" };
    const file = { type: "file", mediaType: "text/plain", data: "AAAA" };
    const withParts = (...content: readonly object[]) => ({ role: "user", from: "user", content });
    const result = { type: "tool-result", callId: "1", name: "look", content: [image, file] };
    const empty = bound([]);
    for (const [sent, files] of [
      [withParts(image), 1],
      [withParts(file, image), 2],
      [{ role: "tool", content: [result] }, 2],
      [withParts({ type: "text", text: '"type":"image"' }), 0],
    ] as const)
      expect(bound([sent])).toBe(empty + bytes(sent) + files * 10_000);
  });
});
