import fc from "fast-check";
import type { JsonObject } from "@skein/protocol";

const text = fc.string({ maxLength: 12 });
const id = fc.constantFrom("a", "b", "c", "call|1", "");
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonObject[string]>;
const status = fc.constantFrom("success", "error");

/** Blocks as Goose writes them, and some that no version has written yet. */
const block: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({ type: fc.constant("text"), text, annotations: fc.constant({ priority: 1 }) }),
  fc.record({ type: fc.constant("image"), data: text, mimeType: fc.constantFrom("image/png", "") }),
  fc.record({ type: fc.constant("thinking"), thinking: text, signature: text }),
  fc.record({ type: fc.constant("redactedThinking"), data: text }),
  fc.record({
    type: fc.constantFrom("toolRequest", "frontendToolRequest"),
    id,
    toolCall: fc.oneof(
      fc.record({
        status: fc.constant("success"),
        value: fc.record({ name: text, arguments: json }, { requiredKeys: ["name"] }),
      }),
      fc.record({ status: fc.constant("error"), error: text }),
      json,
    ),
  }),
  fc.record({
    type: fc.constant("toolResponse"),
    id,
    toolResult: fc.oneof(
      fc.record({
        status,
        value: fc.record({
          content: fc.array(fc.record({ type: fc.constant("text"), text })),
          isError: fc.boolean(),
        }),
      }),
      fc.record({ status, error: text }),
      json,
    ),
  }),
  fc.record({ type: fc.constantFrom("systemNotification", "tomorrow"), msg: text, more: json }),
);

const message = fc.record(
  {
    id: fc.option(text),
    role: fc.constantFrom("user", "assistant"),
    created: fc.integer({ min: 0, max: 2_000_000_000 }),
    content: fc.array(block, { maxLength: 4 }),
    metadata: fc.record({ userVisible: fc.boolean(), agentVisible: fc.boolean() }),
  },
  { requiredKeys: ["role", "created", "content"] },
);

const counter = fc.option(fc.nat());

/** Sessions as Goose exports them: calls without results, results without calls, ids used twice, hidden messages. */
export const gooseSession: fc.Arbitrary<JsonObject> = fc
  .record({
    id: text,
    working_dir: fc.constant("/project"),
    created_at: fc.constantFrom("2026-11-20T08:56:27Z", "yesterday"),
    input_tokens: counter,
    output_tokens: counter,
    accumulated_input_tokens: counter,
    accumulated_cost: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
    conversation: fc.array(message, { minLength: 1, maxLength: 8 }),
  })
  .map((session): JsonObject => {
    const first = { role: "user", created: 1, content: [{ type: "text", text: "Hello." }] };
    const conversation = [first, ...session.conversation];
    return { ...session, conversation, message_count: conversation.length };
  });
