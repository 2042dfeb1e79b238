// An MCP server that puts invisible characters into every text it can send. Its first argument is those, as JSON.
const hidden = JSON.parse(process.argv[2] ?? "[]") as readonly string[];
/** A text of a place, with all of them in it. */
const at = (place: string): string => `${place} ${hidden.map((text, index) => `${index}${text}.`).join(" ")}`;

const inputSchema = {
  type: "object",
  properties: {
    [at("property")]: {
      type: "string",
      title: at("title of a property"),
      description: at("description of a property"),
      enum: [at("choice"), "other"],
      default: at("default"),
    },
    nested: {
      type: "object",
      properties: { [at("inner property")]: { $ref: `#/$defs/${at("definition")}` } },
    },
  },
  required: [at("property")],
  $defs: { [at("definition")]: { type: "string" } },
};
const tools = [
  { name: "act", title: at("title"), description: at("description"), inputSchema },
  { name: "fail", title: at("title alone"), inputSchema: { type: "object" } },
  { name: "break", description: "breaks", inputSchema: { type: "object" } },
  { name: `odd${hidden.join("")}`, description: "has an odd name", inputSchema: { type: "object" } },
  { name: "twins", inputSchema: { type: "object", properties: { "a\u200b": {}, "a\\u{200b}": {} } } },
];

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

interface Params {
  readonly name?: string;
  readonly arguments?: Record<string, unknown>;
  readonly _meta?: { readonly progressToken?: unknown };
}

function act(id: number, { arguments: input = {}, _meta }: Params): void {
  process.stderr.write(`${at("standard error")}\n`);
  send({ method: "notifications/message", params: { level: "error", data: at("log") } });
  const { progressToken } = _meta ?? {};
  if (progressToken !== undefined) {
    send({
      method: "notifications/progress",
      params: { progressToken, progress: 1, message: at("progress") },
    });
  }
  const isOwn =
    JSON.stringify(input) ===
    JSON.stringify({ [at("property")]: at("choice"), nested: { [at("inner property")]: "x" } });
  const content = [
    { type: "text", text: `The input came as it was meant: ${isOwn}.` },
    { type: "text", text: at("result") },
    {
      type: "resource_link",
      uri: "file:///a",
      name: at("name of a resource"),
      description: at("description of a resource"),
    },
    { type: "resource", resource: { uri: at("address of a resource"), text: at("text of a resource") } },
    { type: at("kind of a part") },
  ];
  send({ id, result: { content, structuredContent: { [at("structured")]: 1 } } });
}

function answer(line: string): void {
  const { id, method, params = {} } = JSON.parse(line) as { id?: number; method?: string; params?: Params };
  if (id === undefined) return;
  if (method === "initialize") {
    const serverInfo = { name: at("name of the server"), version: "1.0.0" };
    send({
      id,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, logging: {} },
        serverInfo,
        instructions: at("instructions"),
      },
    });
  } else if (method === "tools/list") send({ id, result: { tools } });
  else if (method === "tools/call" && params.name === "act") act(id, params);
  else if (method === "tools/call" && params.name === "fail")
    send({ id, result: { isError: true, content: [{ type: "text", text: at("failure") }] } });
  else send({ id, error: { code: -32000, message: at("error") } });
}

// Not `readline`: it ends lines at U+2028 too.
let rest = "";
process.stdin.setEncoding("utf8").on("data", (piece: string) => {
  const lines = (rest + piece).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) answer(line);
});
