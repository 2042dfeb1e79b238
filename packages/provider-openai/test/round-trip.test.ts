import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf, openaiChatStream, openaiResponsesStream } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { callsIn, outcomeOf, textIn } from "./replies.ts";

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).map((value) => value.toWellFormed());

const input = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Extract<AssistantPart, { input: unknown }>["input"]);

const calls = fc.uniqueArray(
  fc.record({
    type: fc.constant("tool-call" as const),
    id: fc.stringMatching(/^[\w.:-]{1,30}$/),
    name: fc.constantFrom("look", "write"),
    input,
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);

const reply = fc
  .tuple(fc.option(text), fc.option(text), calls)
  .map(([thought, said, made]): AssistantPart[] => [
    ...(thought === null ? [] : [{ type: "thinking" as const, text: thought }]),
    ...(said === null ? [] : [{ type: "text" as const, text: said }]),
    ...made,
  ]);

describe.each([
  { api: "chat" as const, encode: openaiChatStream },
  { api: "responses" as const, encode: openaiResponsesStream },
])("any reply over $api", ({ api, encode }) => {
  it("is read as it was meant, wherever the bytes are cut", async () => {
    await checkProperty(
      fc.asyncProperty(
        reply,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 500 }),
        async (parts, deltaSize, cut) => {
          const bytes = Buffer.from(encode(parts, { deltaSize }));
          const { events, error } = await outcomeOf({ api, fetch: fetchOf(bytes, cut) });
          expect(error).toBeUndefined();
          expect(streamLawBreaks(events)).toEqual([]);
          const read = partsOf(events);
          expect(textIn(read, "text")).toBe(textIn(parts, "text"));
          expect(textIn(read, "thinking")).toBe(textIn(parts, "thinking"));
          expect(callsIn(read)).toEqual(callsIn(parts));
        },
      ),
      { numRuns: 20 },
    );
  });
});
