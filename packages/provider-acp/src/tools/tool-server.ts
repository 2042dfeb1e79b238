import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpServer } from "@agentclientprotocol/sdk";
import {
  isJsonObject,
  messageOf,
  type JsonObject,
  type JsonValue,
  type ToolDefinition,
} from "@skein/protocol";
import type { MakeCall } from "../agent/session-client.ts";
import { toolServerName } from "../names.ts";

/** What one session of an agent is offered. */
interface ToolOffer {
  /** As the session's last request had them. */
  readonly tools: () => readonly ToolDefinition[];
  readonly makeCall: MakeCall;
}

/** Offers the tools of sessions to agents, as an MCP server on this machine's loopback. */
export interface ToolServer {
  /** The token in what the agent is told is for this session alone, until it is withdrawn. */
  offer(offer: ToolOffer): Promise<{ readonly server: McpServer; readonly withdraw: () => void }>;
  close(): Promise<void>;
}

const mostBytes = 16_777_216;

/** Stateless Streamable HTTP: each message has one JSON answer. Does not keep this process running. */
export function createToolServer(): ToolServer {
  const offers = new Map<string, ToolOffer>();
  let listening: Promise<Server> | undefined;

  async function serve(): Promise<Server> {
    const server = createServer({ keepAlive: true }, (request, response) => {
      const send = (status: number, body?: JsonObject): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
      };
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      const offer = offers.get(token);
      if (!offer) return send(401);
      if (request.method !== "POST") return send(405);
      answered(request, offer).then(
        (answer) => (answer ? send(200, answer) : send(202)),
        (error: unknown) => send(400, failure(null, -32700, messageOf(error))),
      );
    });
    server.on("connection", (socket) => socket.unref());
    await new Promise<void>((resolve, reject) =>
      server.once("error", reject).listen(0, "127.0.0.1", () => resolve()),
    );
    return server.unref();
  }

  return {
    async offer(offer) {
      const listener = await (listening ??= serve());
      const token = randomBytes(32).toString("base64url");
      offers.set(token, offer);
      const { port } = listener.address() as AddressInfo;
      const server: McpServer = {
        type: "http",
        name: toolServerName,
        url: `http://127.0.0.1:${port}/mcp`,
        headers: [{ name: "Authorization", value: `Bearer ${token}` }],
      };
      return { server, withdraw: () => void offers.delete(token) };
    },
    async close() {
      const server = await listening;
      server?.closeAllConnections();
      server?.close();
    },
  };
}

async function answered(request: IncomingMessage, offer: ToolOffer): Promise<JsonObject | undefined> {
  const message = JSON.parse(await bodyOf(request)) as JsonValue;
  if (!isJsonObject(message)) throw new Error("One JSON-RPC message is expected.");
  const { id, method, params } = message;
  if (id === undefined) return undefined;
  if (typeof method !== "string") return failure(id, -32600, "A request names its method.");
  const result = await resultOf(method, isJsonObject(params) ? params : {}, offer);
  if (result === undefined) return failure(id, -32601, `There is no method ${method} here.`);
  return { jsonrpc: "2.0", id, result };
}

async function resultOf(
  method: string,
  params: JsonObject,
  { tools, makeCall }: ToolOffer,
): Promise<JsonObject | undefined> {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params["protocolVersion"] ?? "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: toolServerName, version: "0.1.0" },
      };
    case "ping":
      return {};
    case "tools/list":
      return {
        tools: tools().map(({ name, description, inputSchema }) => ({
          name,
          description,
          inputSchema: inputSchema as unknown as JsonValue,
        })),
      };
    case "tools/call": {
      const { name, arguments: input = {} } = params;
      const result = await makeCall({ name: typeof name === "string" ? name : "", input });
      if (!result) return { content: [{ type: "text", text: "The call was cancelled." }], isError: true };
      return { content: result.content.map(mcpPart), isError: result.failure !== undefined };
    }
    default:
      return undefined;
  }
}

function mcpPart(part: {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mediaType?: string;
}): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text ?? "" };
  const { data = "", mediaType = "application/octet-stream" } = part;
  if (part.type === "image") return { type: "image", data, mimeType: mediaType };
  return { type: "resource", resource: { uri: "attachment:///file", mimeType: mediaType, blob: data } };
}

function failure(id: JsonValue, code: number, message: string): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error("The message is too long.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
