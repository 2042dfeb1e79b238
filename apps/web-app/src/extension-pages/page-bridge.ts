/** What a page is to know, and what it may ask of its host. Each that reaches beyond the page is for a person to permit. */
export interface PageHost {
  readonly post: (message: object) => void;
  /** Theme, size and language, as MCP Apps has them. */
  readonly context: () => object;
  /** Arguments of the call whose result it shows. */
  readonly input: unknown;
  /** The result, as MCP has it. */
  readonly result: object;
  /** Resolves to a result of MCP, also when the call was rejected or has failed. */
  readonly callTool: (tool: string, input: object) => Promise<object>;
  /** Resolves to whether the person has agreed. */
  readonly openLink: (url: string) => Promise<boolean>;
  readonly sendMessage: (text: string) => Promise<boolean>;
  readonly resize: (height: number) => void;
}

export interface PageBridge {
  /** Takes what the page has posted: foreign data. */
  receive(data: unknown): void;
  /** Tells the page that its context is another one. */
  contextChanged(): void;
}

/** Source: MCP Apps, revision of the specification. */
const revision = "2026-01-26";
const mostBytes = 1_000_000;
const mostOpen = 8;
const mostMessageCharacters = 10_000;
const [leastHeight, mostHeight] = [40, 900];

type Json = Readonly<Record<string, unknown>>;
type Answer = (host: PageHost, params: Json) => Promise<object> | object;

/** A request that is not answered with a result. */
class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  [
    "ui/initialize",
    ({ context }) => ({
      protocolVersion: revision,
      hostInfo: { name: "skein", version: "0.1.0" },
      hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} }, logging: {} },
      hostContext: context(),
    }),
  ],
  ["ping", () => ({})],
  ["ui/request-display-mode", () => ({ mode: "inline" })],
  [
    "tools/call",
    ({ callTool }, { name, arguments: input = {} }) => {
      if (typeof name !== "string" || !isObject(input))
        throw new Refused(-32602, "A tool and its arguments.");
      return callTool(name, input);
    },
  ],
  [
    "ui/open-link",
    async ({ openLink }, { url }) => {
      if (typeof url !== "string" || !/^https?:\/\//i.test(url) || !URL.canParse(url))
        throw new Refused(-32602, "Only http and https addresses are opened.");
      return (await openLink(new URL(url).href)) ? {} : { isError: true };
    },
  ],
  [
    "ui/message",
    async ({ sendMessage }, { role, content }) => {
      const text = role === "user" ? contentText(content) : "";
      if (text === "" || text.length > mostMessageCharacters)
        throw new Refused(-32602, `A message of the user: text of 1 to ${mostMessageCharacters} characters.`);
      return (await sendMessage(text)) ? {} : { isError: true };
    },
  ],
]);

/** The host's side of MCP Apps: JSON-RPC by messages between windows. What it does not know it refuses. */
export function pageBridge(host: PageHost): PageBridge {
  let isGreeted = false;
  let open = 0;

  async function answer(id: string | number, method: string, params: Json): Promise<void> {
    open++;
    try {
      const found = answers.get(method);
      if (!found) throw new Refused(-32601, `${method.slice(0, 100)} is not available here.`);
      if (!isGreeted && method !== "ui/initialize" && method !== "ping")
        throw new Refused(-32600, "The first request is ui/initialize.");
      if (open > mostOpen) throw new Refused(-32000, "Too many requests are open.");
      host.post({ jsonrpc: "2.0", id, result: await found(host, params) });
      if (method === "ui/initialize") isGreeted = true;
    } catch (error) {
      const [code, message] =
        error instanceof Refused ? [error.code, error.message] : [-32603, "The host could not do it."];
      host.post({ jsonrpc: "2.0", id, error: { code, message } });
    } finally {
      open--;
    }
  }

  function hear(method: string, params: Json): void {
    if (method === "ui/notifications/initialized" && isGreeted) {
      const input = isObject(host.input) ? host.input : {};
      host.post({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: input } });
      host.post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: host.result });
    } else if (method === "ui/notifications/size-changed") {
      const { height } = params;
      if (typeof height === "number" && Number.isFinite(height))
        host.resize(Math.round(Math.min(mostHeight, Math.max(leastHeight, height))));
    }
  }

  return {
    receive(data) {
      const message = plain(data);
      if (!message || message["jsonrpc"] !== "2.0") return;
      const { id, method, params = {} } = message;
      if (typeof method !== "string" || !isObject(params)) return;
      if (typeof id === "string" || typeof id === "number") void answer(id, method, params);
      else if (id === undefined) hear(method, params);
    },
    contextChanged() {
      const params = host.context();
      if (isGreeted) host.post({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params });
    },
  };
}

/** As JSON: what else can be posted, such as files and ports, is left out. */
function plain(data: unknown): Json | undefined {
  try {
    const text = JSON.stringify(data);
    const value: unknown = text.length > mostBytes ? undefined : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function contentText(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts
    .flatMap((part) =>
      isObject(part) && part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : [],
    )
    .join("\n")
    .trim();
}
