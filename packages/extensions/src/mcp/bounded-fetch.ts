import { limits } from "./limits.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` whose answers have a size: a body, or an event of a stream, beyond the limit breaks it off. */
export function boundedFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    return new Response(response.body.pipeThrough(bounded(isStream)), response);
  };
}

function bounded(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const lineStart = isStream ? chunk.lastIndexOf(0x0a) + 1 : 0;
      bytes = (lineStart > 0 ? 0 : bytes) + chunk.length - lineStart;
      if (bytes <= limits.messageBytes) controller.enqueue(chunk);
      else
        controller.error(
          new Error(
            `the server sent a message of more than ${limits.messageBytes.toLocaleString("en")} bytes`,
          ),
        );
    },
  });
}
