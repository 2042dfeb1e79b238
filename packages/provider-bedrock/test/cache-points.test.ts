import { expect, it } from "vitest";
import { cachePoint, pointedMessages } from "../src/request/cache-points.ts";
import type { WireMessage } from "../src/wire.ts";

it("looks at each message of a conversation as often, however long it is", () => {
  let looks = 0;
  const turn = (): WireMessage[] => [
    { role: "assistant", content: [{ text: "I look." }] },
    {
      role: "user",
      content: new Proxy([{ text: "Do." }], {
        get: (target, key) => {
          looks++;
          return Reflect.get(target, key) as unknown;
        },
      }),
    },
  ];
  const pointedTurns = (count: number) => {
    const messages = Array.from({ length: count }, turn).flat();
    looks = 0;
    const pointed = pointedMessages(messages, cachePoint("anthropic.claude-sonnet-4-5", undefined));
    return { messages, pointed, looks };
  };
  const short = pointedTurns(500);
  const { messages, pointed, looks: looksAtLong } = pointedTurns(1000);
  expect(looksAtLong).toBeLessThan(short.looks * 2.1);
  expect(pointed.at(-1)!.content.at(-1)).toHaveProperty("cachePoint");
  expect(pointed.slice(0, -1)).toEqual(messages.slice(0, -1));
});
