import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { AssistantPart } from "../packages/protocol/src/index.ts";
import {
  anthropicStream,
  openaiChatStream,
  openaiResponsesStream,
} from "../packages/provider-conformance/src/servers/index.ts";
import type { Wire } from "./peers.ts";

/** The bytes of a reply. */
export const streamOf: Readonly<Record<Wire, (parts: readonly AssistantPart[]) => string>> = {
  anthropic: (parts) => anthropicStream(parts),
  chat: (parts) => openaiChatStream(parts),
  responses: (parts) => openaiResponsesStream(parts),
};

export interface WireServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * A model's server for agents of others too: gives each turn to `answer`. An auxiliary request, without tools (a
 * title, a list of models), gets a short answer.
 */
export async function serveTurns(
  wire: Wire,
  answer: (body: string, response: ServerResponse) => void,
): Promise<WireServer> {
  const server = createServer((request, response) => {
    void reply(request, response);
  });
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (isTurn(body)) answer(body, response);
    else response.end(streamOf[wire]([{ type: "text", text: "A title" }]));
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Programs of ours that are no agents name no model. */
function isTurn(body: string): boolean {
  return body.includes('"tools":[{') || !body.includes('"model"');
}

interface NamedTool {
  readonly name?: string;
  readonly parameters?: InputSchema;
  readonly input_schema?: InputSchema;
  readonly function?: NamedTool;
}

interface InputSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/** A call of the tool that runs commands, by whatever name a request offers it. */
export function shellCallFor(body: string, id: string, command: string): AssistantPart {
  const { tools = [] } = JSON.parse(body) as { readonly tools?: readonly NamedTool[] };
  for (const entry of tools) {
    const { name = "", parameters, input_schema: schema = parameters } = entry.function ?? entry;
    const field = ["command", "cmd"].find((one) => schema?.properties?.[one] !== undefined);
    if (field === undefined || !/shell|bash|exec|command|terminal/i.test(name)) continue;
    const isWords = schema?.properties?.[field]?.type === "array";
    return { type: "tool-call", id, name, input: { [field]: isWords ? ["bash", "-lc", command] : command } };
  }
  throw new Error("A request offers no tool that runs commands.");
}
