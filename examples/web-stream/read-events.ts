import type { AgentEvent } from "@skein/protocol";

/** The client's half. It runs in a browser as well. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AgentEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield JSON.parse(block.slice(block.indexOf("data: ") + 6)) as AgentEvent;
  }
}
