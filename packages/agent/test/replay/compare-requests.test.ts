import type { Message, ModelRequest, ToolDefinition } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareRequests } from "../../src/replay/compare-requests.ts";
import { says } from "./entries.ts";

const user = (words: string): Message => ({ role: "user", from: "user", content: says(words) });
const look: ToolDefinition = { name: "look", description: "Looks.", inputSchema: { type: "object" } };
const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: "Brief.",
  tools: [look],
  messages: [user("go")],
  options: {},
  ...more,
});

describe("two requests", () => {
  it.each<[string, Partial<ModelRequest>, Partial<ModelRequest>, string | undefined]>([
    ["that are equal", {}, {}, undefined],
    ["with other limits of what is left to spend", { outputCap: 5 }, {}, undefined],
    ["whose fields are absent, or undefined", { options: { temperature: undefined! } }, {}, undefined],
    ["with another system prompt", {}, { system: "Long." }, "/system: recorded"],
    [
      "of which one gains a field",
      {},
      { options: { temperature: 1 } },
      "/options/temperature: recorded nothing, now 1.",
    ],
    [
      "of which one loses a field",
      { options: { temperature: 1 } },
      {},
      "/options/temperature: recorded 1, now nothing.",
    ],
    [
      "with fields in another order",
      { options: { temperature: 1, maxOutputTokens: 2 } },
      { options: { maxOutputTokens: 2, temperature: 1 } },
      "/options: recorded keys in the order",
    ],
    [
      "with one more tool",
      {},
      { tools: [look, { ...look, name: "act" }] },
      "/tools: recorded 1 items, now 2 items.",
    ],
    [
      "with an object in place of a list",
      { tools: [] },
      { tools: {} as never },
      "/tools: recorded [], now {}.",
    ],
    ["with nothing in place of an object", {}, { options: null! }, "/options: recorded {}, now null."],
    [
      "with one more message",
      {},
      { messages: [user("go"), user("on")] },
      "/messages: recorded 1 items, now 2",
    ],
    ["with one message less", {}, { messages: [] }, '/messages/0: recorded {"role":"user"'],
    ["with another message", {}, { messages: [user("stop")] }, "/messages/0/content/0/text: recorded"],
  ])("%s", (_, one, other, difference) => {
    const found = compareRequests()(request(one), request(other));
    expect(found?.slice(0, difference?.length)).toBe(difference);
  });

  it("of a run differ where their JSON does, whatever was compared before", () => {
    const pool = [user("a"), user("b"), user("a"), user("b")] as const;
    const messages = fc.array(fc.nat(3), { maxLength: 3 });
    const systems = fc.constantFrom("one", "two");
    const built = fc
      .tuple(messages, systems)
      .map(([at, system]) => request({ system, messages: at.map((one) => pool[one]!) }));
    checkProperty(
      fc.property(fc.array(fc.tuple(built, built), { maxLength: 12 }), (pairs) => {
        const compare = compareRequests();
        for (const [one, other] of pairs) {
          const isSame = JSON.stringify(one) === JSON.stringify(other);
          expect(compare(one, other) === undefined).toBe(isSame);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("of a run are looked at again where a message stands that was not compared with this one", () => {
    const compare = compareRequests();
    const [one, two, three] = [user("a"), user("a"), user("c")];
    expect(compare(request({ messages: [one] }), request({ messages: [two] }))).toBeUndefined();
    expect(compare(request({ messages: [one] }), request({ messages: [three] }))).toContain("/messages/0");
    expect(compare(request({ messages: [three] }), request({ messages: [two] }))).toContain("/messages/0");
    expect(compare(request({ messages: [one] }), request({ messages: [two] }))).toBeUndefined();
  });
});
