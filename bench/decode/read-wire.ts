import type { AttemptModel, ModelRequest } from "../../packages/protocol/src/index.ts";
import type { Wire } from "./wires.ts";

export const request: ModelRequest = {
  system: "",
  tools: [],
  messages: [{ role: "user", from: "user", content: [{ type: "text", text: "Go." }] }],
  options: {},
};

/** The number of characters in the text of a reply. */
export async function drainedModel(model: AttemptModel): Promise<number> {
  let read = 0;
  for await (const event of model.stream(request, new AbortController().signal))
    if (event.type === "text-delta") read += event.delta.length;
  return read;
}

/** What `fetch` resolves to: the bytes of a reply in chunks of one size. */
export function answerOf({ contentType, bytes }: Wire, chunkBytes: number): Response {
  let from = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(from, from + chunkBytes));
      from += chunkBytes;
    },
  });
  return new Response(body, { headers: { "content-type": contentType } });
}
