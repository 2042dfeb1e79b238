import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "@skein/test-kit/generated";
import { bodyBytes, bodyText, changedCopy } from "../src/index.ts";

const item = fc.record({ role: fc.constantFrom("user", "model"), text: anyText });

/** What a conversation does from one request to the next. */
const step = fc.record({
  kept: fc.nat(12),
  added: fc.array(item, { maxLength: 3 }),
  isMarked: fc.boolean(),
  head: fc.constantFrom({}, { max: 7, gone: undefined }),
  tail: fc.constantFrom({}, { stream: true }),
});

describe("the bytes of a body", () => {
  it("are those of its JSON, whatever was written before", () => {
    checkProperty(
      fc.property(
        fc.constantFrom("messages", "input", "contents", "others"),
        fc.array(step, { maxLength: 12 }),
        (field, steps) => {
          let items: object[] = [];
          for (const { kept, added, isMarked, head, tail } of steps) {
            items = [...items.slice(0, kept), ...added];
            const last = items.at(-1);
            const list =
              isMarked && last
                ? [...items.slice(0, -1), changedCopy(last, "mark", (own) => ({ ...own, mark: true }))]
                : items;
            const body = { ...head, [field]: list, ...tail };
            expect(bodyText(bodyBytes(body))).toBe(Buffer.from(JSON.stringify(body)).toString());
          }
        },
      ),
    );
  });

  it("do not change, whatever is written after them", () => {
    const lengths = fc.array(fc.record({ kept: fc.nat(30), added: fc.nat(6) }), { maxLength: 20 });
    checkProperty(
      fc.property(lengths, (changes) => {
        let count = 0;
        let items: object[] = [];
        const written: { readonly bytes: ReturnType<typeof bodyBytes>; readonly json: string }[] = [];
        for (const { kept, added } of changes) {
          const more = Array.from({ length: added }, () => ({ text: `message ${count++}` }));
          items = [...items.slice(0, kept), ...more];
          const body = { messages: items };
          written.push({ bytes: bodyBytes(body), json: JSON.stringify(body) });
        }
        for (const { bytes, json } of written) expect(bodyText(bytes)).toBe(json);
      }),
    );
  });

  it.each([2, 5, 9, 10, 11])("do not change when another conversation branches off at %i", (at) => {
    const items = Array.from({ length: 12 }, (_, index) => ({ text: `message ${index}` }));
    const bodies = [10, 11, 12].map((length) => ({ messages: items.slice(0, length) }));
    const written = bodies.map((body) => bodyBytes(body));
    bodyBytes({ messages: [...items.slice(0, at), { text: "another" }, { text: "end" }] });
    expect(written.map((bytes) => bodyText(bytes))).toEqual(bodies.map((body) => JSON.stringify(body)));
  });

  it("do not change when a longer conversation is written", () => {
    const items = Array.from({ length: 40 }, (_, at) => ({ text: `message ${at}` }));
    const before = bodyBytes({ messages: items.slice(0, 20) });
    const text = bodyText(before);
    bodyBytes({ messages: items });
    bodyBytes({ messages: [...items.slice(0, 10), { text: "another" }, { text: "end" }] });
    expect(bodyText(before)).toBe(text);
  });
});
