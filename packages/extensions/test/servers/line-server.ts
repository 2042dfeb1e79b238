// A server of the older revisions, made by hand, so that it can break every rule it likes.
import { createInterface } from "node:readline";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface LineServer {
  readonly instructions?: string;
  /** A page of the list, as it goes out. */
  readonly list: (params: Record<string, unknown>) => unknown;
  /** A result, or nothing for no answer. */
  readonly call?: (params: Record<string, unknown>, id: number | string) => unknown;
  /** Sees everything first; `true` when it has dealt with it. */
  readonly before?: (message: Message) => boolean;
}

export function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

export function text(words: string): object {
  return { content: [{ type: "text", text: words }] };
}

export const echoTool = { name: "echo", description: "Says it again.", inputSchema: { type: "object" } };

export function echo(params: Record<string, unknown>): object {
  return text(`echo ${JSON.stringify(params["arguments"])}`);
}

export function serveLines({ instructions, list, call = echo, before }: LineServer): void {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    if (before?.(message)) return;
    const { id, method, params = {} } = message;
    if (id === undefined || method === undefined) return;
    if (method === "initialize") {
      const capabilities = { tools: { listChanged: true } };
      const serverInfo = { name: "torture", version: "1.0.0" };
      send({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo, instructions } });
    } else if (method === "tools/list") send({ id, result: list(params) });
    else if (method === "tools/call") {
      const result = call(params, id);
      if (result !== undefined) send({ id, result });
    } else send({ id, error: { code: -32601, message: "Method not found" } });
  });
}
