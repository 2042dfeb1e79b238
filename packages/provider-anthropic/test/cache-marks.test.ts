import { expect, it } from "vitest";
import { cacheMark, markedMessages } from "../src/request/cache-marks.ts";
import type { WireMessage } from "../src/wire.ts";

it("marks the end of a conversation in time that grows with its length alone", () => {
  const turn = (id: string): WireMessage[] => [
    { role: "assistant", content: [{ type: "tool_use", id, name: "look", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: [] }] },
  ];
  const messages = Array.from({ length: 30_000 }, (_, at) => turn(`c${at}`)).flat();
  const startedAt = performance.now();
  const marked = markedMessages(messages, cacheMark(undefined));
  // Looking through all of it for each reply takes a minute.
  expect(performance.now() - startedAt).toBeLessThan(3000);
  expect(marked.at(-1)!.content.at(-1)).toHaveProperty("cache_control");
  expect(marked.slice(0, -1)).toEqual(messages.slice(0, -1));
});
