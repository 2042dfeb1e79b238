import type { JsonObject } from "@skein/protocol";
import type { McpServerSettings } from "@skein/extensions";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

interface Link {
  onmessage?: (message: Message) => void;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
}

/** An MCP server in this process with these tools, each of which says its name. */
export function lineServer(tools: readonly JsonObject[]): {
  readonly server: McpServerSettings["server"];
  readonly calls: readonly string[];
} {
  const calls: string[] = [];

  function replyTo({ method, params }: Message): unknown {
    if (method === "initialize") {
      const serverInfo = { name: "line", version: "1" };
      return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
    }
    if (method === "tools/list") return { tools };
    if (method !== "tools/call") return {};
    const { name = "" } = params ?? {};
    calls.push(name);
    return { content: [{ type: "text", text: name }] };
  }

  async function connect(transport: never): Promise<void> {
    const link: Link = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    link.onmessage = (message) => {
      const { id } = message;
      if (id !== undefined) void link.send({ jsonrpc: "2.0", id, result: replyTo(message) });
    };
    await link.start();
  }
  return { server: { connect }, calls };
}
