import { messageGauge } from "./message-gauge.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` with a size limit: aborts when a body, or an event of a stream, is too large to be parsed. */
export function boundedFetch(fetch: Fetch, maxBytes: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    return new Response(response.body.pipeThrough(bounded(isStream, maxBytes)), response);
  };
}

function bounded(isStream: boolean, maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  const gauge = messageGauge(maxBytes);

  /** A message of a stream is one line. */
  function tooMuchIn(chunk: Uint8Array): string | undefined {
    if (!isStream) return gauge.add(chunk);
    for (let from = 0; ;) {
      const end = chunk.indexOf(0x0a, from);
      const tooMuch = gauge.add(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (tooMuch !== undefined || end === -1) return tooMuch;
      gauge.reset();
      from = end + 1;
    }
  }

  return new TransformStream({
    transform(chunk, controller) {
      const tooMuch = tooMuchIn(chunk);
      if (tooMuch === undefined) controller.enqueue(chunk);
      else controller.error(new Error(`the server sent a message of ${tooMuch}`));
    },
  });
}
