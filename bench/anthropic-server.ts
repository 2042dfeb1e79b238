import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  /** Called with each request's body as it has come in. */
  onRequest: (body: string) => void;
}

/** Answers the nth request with the nth body, then with the last one for ever. */
export async function serveReplies(replyTo: (count: number) => string): Promise<BenchServer> {
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bench.onRequest(Buffer.concat(chunks).toString());
      response.writeHead(200, { "content-type": "text/event-stream" }).end(replyTo(count++));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bench: BenchServer = {
    onRequest: () => undefined,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return bench;
}

export function textReply(deltas: readonly string[]): string {
  return reply(
    { type: "text", text: "" },
    deltas.map((text) => ({ type: "text_delta", text })),
    "end_turn",
  );
}

export function shellReply(id: string, command: string): string {
  return toolReply(id, "shell", { command });
}

export function toolReply(id: string, name: string, input: object): string {
  return reply(
    { type: "tool_use", id, name, input: {} },
    [{ type: "input_json_delta", partial_json: JSON.stringify(input) }],
    "tool_use",
  );
}

function reply(block: object, deltas: readonly object[], stop: string): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: "m",
    type: "message",
    role: "assistant",
    model: "bench",
    content: [],
    stop_reason: null,
    usage,
  };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
