import { expect, it } from "vitest";
import { cachePoint, pointedMessages } from "../src/request/cache-points.ts";
import type { WireMessage } from "../src/wire.ts";

it("puts a point behind a conversation in time that grows with its length alone", () => {
  const turn = (): WireMessage[] => [
    { role: "assistant", content: [{ text: "I look." }] },
    { role: "user", content: [{ text: "Do." }] },
  ];
  const messages = Array.from({ length: 30_000 }, turn).flat();
  const startedAt = performance.now();
  const pointed = pointedMessages(messages, cachePoint("anthropic.claude-sonnet-4-5", undefined));
  // Counting all of it for each reply takes a minute.
  expect(performance.now() - startedAt).toBeLessThan(3000);
  expect(pointed.at(-1)!.content.at(-1)).toHaveProperty("cachePoint");
  expect(pointed.slice(0, -1)).toEqual(messages.slice(0, -1));
});
