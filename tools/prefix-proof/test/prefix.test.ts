import { describe, expect, it } from "vitest";
import { wires } from "../../pairs/wires.ts";
import { prove } from "../prove.ts";
import { factsMark, toldRequest } from "../told.ts";

const body = (...content: readonly object[]): string =>
  JSON.stringify({ model: "m", messages: [{ role: "user", content }] });
const text = (said: string, more: object = {}): object => ({ type: "text", text: said, ...more });
const facts = text(`${factsMark} noon`);

describe("a request as a cache sees it", () => {
  it("is the same wherever the marks stand, and without its facts", () => {
    const mark = { cache_control: { type: "ephemeral" } };
    const one = toldRequest(body(text("a", mark), facts));
    expect(one).toEqual(toldRequest(body(text("a"))));
    expect(toldRequest(body(text("a"), { cachePoint: { type: "default" } }, facts))).toEqual(one);
    expect(toldRequest(body(text("a"), text("b", mark))).whole.startsWith(one.prefix)).toBe(true);
    expect(toldRequest(body(text("A"))).whole.startsWith(one.prefix)).toBe(false);
  });

  it("has no message that held the facts alone", () => {
    const alone = JSON.stringify({ input: [{ content: [text("a")] }, { content: [facts] }] });
    expect(toldRequest(alone).whole).toBe('{}\n[{"content":[{"type":"text","text":"a"}]}]');
  });

  it("ends before what only closes it", () => {
    expect(toldRequest(body(text("a"))).prefix).toMatch(/"text":"a$/);
  });
});

describe("a session of 40 requests", () => {
  it.each(wires)(
    "begins each request on $name with the one before, but where another tool was declared",
    async (wire) => {
      const { problems, share, requests, declared } = await prove(wire, 40);
      expect(problems).toEqual([]);
      expect(share).toBe(1);
      expect(requests).toBeGreaterThanOrEqual(40);
      expect(declared).toEqual(["Tools added: larger."]);
    },
  );
});
