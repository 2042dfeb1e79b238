import { expect, it } from "vitest";
import { cacheMark, markedMessages } from "../src/request/cache-marks.ts";
import type { WireMessage } from "../src/wire.ts";

it("looks at each block of a conversation as often, however long it is", () => {
  let looks = 0;
  const turn = (id: string): WireMessage[] => [
    { role: "assistant", content: [{ type: "tool_use", id, name: "look", input: {} }] },
    {
      role: "user",
      content: new Proxy([{ type: "tool_result", tool_use_id: id, content: [] }], {
        get: (target, key) => {
          looks++;
          return Reflect.get(target, key) as unknown;
        },
      }),
    },
  ];
  const markedTurns = (count: number) => {
    const messages = Array.from({ length: count }, (_, at) => turn(`c${at}`)).flat();
    looks = 0;
    return { messages, marked: markedMessages(messages, cacheMark(undefined)), looks };
  };
  const short = markedTurns(500);
  const { messages, marked, looks: looksAtLong } = markedTurns(1000);
  // Each look at the last message, which is copied, is one of a few.
  expect(looksAtLong).toBeLessThan(short.looks * 2.1);
  expect(marked.at(-1)!.content.at(-1)).toHaveProperty("cache_control");
  expect(marked.slice(0, -1)).toEqual(messages.slice(0, -1));
});
