import fc from "fast-check";
import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { finishCall } from "../src/index.ts";

interface DrawnPart {
  readonly content: AssistantPart;
  readonly deltas: readonly string[];
}

const texts = fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 });

/** Numbers are short: of a long one, digits can be said twice without another value. */
const inputs = fc
  .jsonValue()
  .map((value): unknown =>
    JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
      typeof inner === "number" ? Math.trunc(inner) % 100 : inner,
    ),
  );

const drawnPart: fc.Arbitrary<DrawnPart> = fc.oneof(
  texts.map((deltas) => ({ content: { type: "text" as const, text: deltas.join("") }, deltas })),
  texts.map((deltas) => ({ content: { type: "thinking" as const, text: deltas.join("") }, deltas })),
  fc.tuple(inputs, fc.boolean(), fc.boolean()).map(([value, broken, silent]) => {
    const raw = JSON.stringify(value) + (broken ? "}" : "");
    const content = finishCall({ id: "c", name: "tool", raw, complete: true });
    const half = Math.floor(raw.length / 2);
    return { content, deltas: silent ? [] : [raw.slice(0, half), raw.slice(half)] };
  }),
  fc.constant({
    content: { type: "opaque" as const, sidecar: { provider: "p", model: "m", data: { type: "server" } } },
    deltas: [],
  }),
);

const deltaType = { text: "text-delta", thinking: "thinking-delta", "tool-call": "input-delta" } as const;

function eventsOf({ content, deltas }: DrawnPart, part: number): ModelEvent[] {
  const type = content.type === "opaque" ? undefined : deltaType[content.type];
  return [
    {
      type: "part-start",
      part,
      kind: content.type,
      ...(content.type === "tool-call" ? { name: content.name } : {}),
    },
    ...deltas.flatMap((delta): ModelEvent[] => (type ? [{ type, part, delta }] : [])),
    { type: "part-end", part, content },
  ];
}

/** Streams that keep the law, with parts one after the other or side by side. */
export const lawfulStream: fc.Arbitrary<ModelEvent[]> = fc
  .tuple(fc.array(drawnPart, { maxLength: 5 }), fc.infiniteStream(fc.nat()), fc.boolean())
  .map(([parts, picks, sideBySide]) => {
    const queues = parts.map(eventsOf);
    const middle = sideBySide ? interleaved(queues, picks) : queues.flat();
    return [
      { type: "message-start", modelId: "m" },
      ...middle,
      { type: "message-end", stop: "answered", rawStop: "end", usage: {} },
    ];
  });

/** Keeps the order within each queue, and of the queues' first events. */
function interleaved(queues: ModelEvent[][], picks: Iterator<number>): ModelEvent[] {
  const all: ModelEvent[] = [];
  let opened = 0;
  for (;;) {
    const open = queues.slice(0, opened + 1).filter((queue) => queue.length > 0);
    if (open.length === 0) return all;
    const queue = open[picks.next().value! % open.length]!;
    if (queue === queues[opened]) opened++;
    all.push(queue.shift()!);
  }
}
