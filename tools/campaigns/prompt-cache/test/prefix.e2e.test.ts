import { describe, expect, it } from "vitest";
import { wires } from "../../wires/wires.ts";
import { prove } from "../prove.ts";
import { toldRequest } from "../told.ts";

const body = (...content: readonly object[]): string =>
  JSON.stringify({ model: "m", messages: [{ role: "user", content }] });
const text = (said: string, more: object = {}): object => ({ type: "text", text: said, ...more });

describe("a request as a cache sees it", () => {
  it("is the same wherever the breakpoints stand, and whatever the output limit", () => {
    const mark = { cache_control: { type: "ephemeral" } };
    const one = toldRequest(body(text("a")));
    const { whole, prefix } = one;
    expect(toldRequest(body(text("a", mark)))).toMatchObject({ whole, prefix });
    expect(toldRequest(body(text("a"), { cachePoint: { type: "default" } }))).toMatchObject({
      whole,
      prefix,
    });
    expect(toldRequest(body(text("a")).replace("{", '{"max_tokens":9,'))).toEqual(one);
    expect(toldRequest(body(text("a"), text("b", mark))).whole.startsWith(one.prefix)).toBe(true);
    expect(toldRequest(body(text("A"))).whole.startsWith(one.prefix)).toBe(false);
  });

  it("has what each breakpoint marks, from the beginning", () => {
    const mark = { cache_control: { type: "ephemeral" } };
    const { cached } = toldRequest(body(text("a", mark), text("b"), text("c", mark)));
    expect(cached.map((one) => [one.match(/"text":"."/g)?.length, one.endsWith('"text":"c"')])).toEqual([
      [1, false],
      [3, true],
    ]);
    const points = toldRequest(body(text("a"), { cachePoint: {} }, text("b"), { cachePoint: {} }));
    expect(points.cached.map((one) => one.endsWith('"text":"a"}') || one.endsWith('"text":"b"}'))).toEqual([
      true,
      true,
    ]);
  });

  it("ends before what only closes it", () => {
    expect(toldRequest(body(text("a"))).prefix).toMatch(/"text":"a$/);
  });
});

describe("a session of 40 requests", () => {
  it.each(wires)(
    "begins each request on $name with the one before, but at each kind of declared break",
    async (wire) => {
      const { problems, share, requests, declared } = await prove(wire, 40);
      expect(problems).toEqual([]);
      expect(share).toBe(1);
      expect(requests).toBeGreaterThanOrEqual(40);
      expect(declared).toHaveLength(6);
    },
    // Forty requests, each with an fsync of its own.
    120_000,
  );
});
