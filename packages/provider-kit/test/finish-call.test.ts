import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finishCall } from "../src/index.ts";

const head = { type: "tool-call", id: "1", name: "tool" };
const call = (raw: string, complete = true) => finishCall({ id: "1", name: "tool", raw, complete });

describe("the arguments of a call", () => {
  it("are read back whatever JSON they are", () => {
    checkProperty(
      fc.property(fc.jsonValue(), (value) => {
        const raw = JSON.stringify(value);
        expect(call(raw)).toEqual({ ...head, input: (JSON.parse(raw) as unknown) ?? {} });
      }),
    );
  });

  it("are cut off, never repaired, when they stop anywhere before their end", () => {
    checkProperty(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, pick) => {
        const raw = JSON.stringify(value);
        const cut = raw.slice(0, pick % raw.length);
        expect(call(cut, false)).toEqual({ ...head, raw: cut, problem: "cut-off" });
      }),
    );
  });

  it.each(["", "  \n", "null"])("are the empty object when there are none (%j)", (raw) => {
    expect(call(raw)).toEqual({ ...head, input: {} });
    expect(call(raw, false)).toEqual({ ...head, raw, problem: "cut-off" });
  });

  it.each([
    '{"a":1}{"a":2}',
    "{'a':1}",
    '{"a":"x\ny"}',
    '{"a":1}</tool_call>',
    "```json\n{}\n```",
    '{"s":"\\U0001F600"}',
    "undefined",
  ])("are not JSON: %j", (raw) => {
    expect(call(raw)).toEqual({ ...head, raw, problem: "not-json" });
  });

  it("count as whole in a reply that ran out of room only when they cannot go on", () => {
    expect(call('{"a":1}', false)).toEqual({ ...head, input: { a: 1 } });
    expect(call("4", false)).toMatchObject({ problem: "cut-off" });
    expect(call("4")).toEqual({ ...head, input: 4 });
  });

  it("do not touch prototypes", () => {
    const finished = call('{"__proto__":{"polluted":true},"command":"ls"}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(JSON.stringify(finished)).toContain('"__proto__":{"polluted":true}');
  });

  it("are refused when they are too deep to be written again", () => {
    const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(call(deep(1000))).not.toHaveProperty("problem");
    expect(call(deep(1001))).toHaveProperty("problem", "not-json");
    expect(call(deep(1_000_000))).toHaveProperty("problem", "not-json");
    expect(call(JSON.stringify({ text: "[".repeat(5000) }))).not.toHaveProperty("problem");
  });

  it("may be megabytes", () => {
    const raw = JSON.stringify({ content: 'x"\\'.repeat(1_000_000) });
    expect(call(raw)).not.toHaveProperty("problem");
  });

  it("keep their sidecar", () => {
    const sidecar = { provider: "p", model: "m", data: 1 };
    expect(finishCall({ id: "1", name: "tool", raw: "{}", complete: true, sidecar })).toEqual({
      ...head,
      input: {},
      sidecar,
    });
  });
});
