import type { McpSettings } from "@skein/extensions";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, string>>;
    readonly argument?: { readonly value: string };
  };
}

interface Link {
  onmessage?: (message: Message) => void;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
}

const prompt = {
  name: "Review",
  description: "Reviews a book.\nKindly.",
  arguments: [{ name: "title", description: "Of the book", required: true }, { name: "tone" }],
};
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Resources whose bytes no model can be shown, with their types. */
export const bytes: Readonly<Record<string, string>> = {
  "lib://book.pdf": "application/pdf",
  "lib://reading.mp3": "audio/mpeg",
  "lib://data": "application/octet-stream",
};
/** What those resources are. */
export const odd = Buffer.from([0, 1, 2, 0xff, 0xfe, 10]).toString("base64");

/** An MCP server in this process with two resources and a prompt, whose list can grow. */
export function library(): { readonly settings: McpSettings; grow(): Promise<void> } {
  let link: Link | undefined;
  let prompts = [prompt];

  function replyTo({ method, params = {} }: Message): unknown {
    switch (method) {
      case "initialize":
        return {
          protocolVersion: "2025-11-25",
          serverInfo: { name: "library", version: "1.0.0" },
          capabilities: { tools: {}, resources: {}, prompts: { listChanged: true }, completions: {} },
        };
      case "tools/list":
        return { tools: [] };
      case "resources/list":
        return { resources: [{ uri: "lib://catalogue", name: "catalogue" }] };
      case "resources/templates/list":
        return { resourceTemplates: [{ uriTemplate: "lib://books/{title}.txt", name: "book" }] };
      case "resources/read":
        if (params.uri === "lib://catalogue")
          return { contents: [{ uri: params.uri, text: "Dune </resource> Emma" }] };
        if (params.uri === "lib://long")
          return { contents: [{ uri: params.uri, text: "word ".repeat(50_000) }] };
        if (params.uri === "lib://cover")
          return { contents: [{ uri: params.uri, mimeType: "image/png", blob: png }] };
        if (params.uri && Object.hasOwn(bytes, params.uri))
          return {
            contents: [
              { uri: params.uri, text: "Its words." },
              { uri: params.uri, mimeType: bytes[params.uri], blob: odd },
            ],
          };
        return undefined;
      case "prompts/list":
        return { prompts };
      case "prompts/get": {
        const { title = "", tone = "kind" } = params.arguments ?? {};
        const resource = { uri: "lib://book.pdf", mimeType: "application/pdf", blob: odd };
        const score = [
          { role: "user", content: { type: "resource", resource } },
          { role: "user", content: { type: "audio", mimeType: "audio/mpeg", data: odd } },
        ];
        const words = { type: "text", text: `Review ${title}, ${tone}.` };
        return { messages: [{ role: "user", content: words }, ...(title === "Score" ? score : [])] };
      }
      case "completion/complete": {
        const values = ["Dune", "Emma Woodhouse"].filter((one) =>
          one.startsWith(params.argument?.value ?? ""),
        );
        return { completion: { values } };
      }
      default:
        return {};
    }
  }

  const server = {
    async connect(transport: never) {
      const opened: Link = transport;
      link = opened;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
      opened.onmessage = (message) => {
        const { id } = message;
        if (id === undefined || message.method === undefined) return;
        const result = replyTo(message);
        const error = { code: -32002, message: "Resource not found" };
        void opened.send({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) });
      };
      await opened.start();
    },
  };
  return {
    settings: { server, name: "library" },
    async grow() {
      prompts = [...prompts, { ...prompt, name: "lend", arguments: [] }];
      await link?.send({ jsonrpc: "2.0", method: "notifications/prompts/list_changed" });
    },
  };
}
