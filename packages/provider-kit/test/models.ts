import type { ChatModel, ModelEvent, ModelRequest } from "@skein/protocol";

export const request: ModelRequest = { system: "", tools: [], messages: [], options: {} };

export const start: ModelEvent = { type: "message-start", modelId: "m" };
export const end: ModelEvent = {
  type: "message-end",
  stop: "answered",
  rawStop: "end",
  usage: { input: 1, output: 2 },
};

export function text(part: number, words: string): ModelEvent[] {
  return [
    { type: "part-start", part, kind: "text" },
    { type: "text-delta", part, delta: words },
    { type: "part-end", part, content: { type: "text", text: words } },
  ];
}

type Stream = ChatModel["stream"];

/** A model whose nth stream is the nth function. */
export function modelOf(...streams: readonly Stream[]): ChatModel & { readonly asked: () => number } {
  let count = 0;
  return {
    provider: "vendor",
    id: "m",
    limits: {},
    asked: () => count,
    stream: (wanted, signal) => streams[count++]!(wanted, signal),
  };
}

/** Yields, then throws when the last one is an error. */
export function saying(...steps: readonly (ModelEvent | Error)[]): Stream {
  return async function* () {
    for (const step of steps) {
      if (step instanceof Error) throw step;
      yield await Promise.resolve(step);
    }
  };
}
