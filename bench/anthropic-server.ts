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
  const text = deltas.map((delta) => ({ type: "text_delta", text: delta }));
  return reply([{ block: { type: "text", text: "" }, deltas: text }], "end_turn");
}

export function shellReply(id: string, command: string): string {
  return toolReply(id, "shell", { command });
}

export function toolReply(id: string, name: string, input: object): string {
  return callsReply([{ id, name, input }]);
}

export function callsReply(
  calls: readonly { readonly id: string; readonly name: string; readonly input: object }[],
): string {
  const blocks = calls.map(({ id, name, input }) => ({
    block: { type: "tool_use", id, name, input: {} },
    deltas: [{ type: "input_json_delta", partial_json: JSON.stringify(input) }],
  }));
  return reply(blocks, "tool_use");
}

interface StreamedBlock {
  readonly block: object;
  readonly deltas: readonly object[];
}

function reply(blocks: readonly StreamedBlock[], stop: string): string {
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
    ...blocks.flatMap(({ block, deltas }, index) => [
      { type: "content_block_start", index, content_block: block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
