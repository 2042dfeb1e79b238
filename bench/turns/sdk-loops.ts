import { createRequire } from "node:module";
import { lookResult, type WireName } from "./wires.ts";

/** Called as each result is there: a turn is from one to the next. */
type OnTurn = () => void;
type Loop = (address: string, turns: number, onTurn: OnTurn) => Promise<void>;
type Events = AsyncIterable<never>;
type Create = (body: object) => Promise<Events>;
type Client<Methods> = new (options: object) => Methods;

const apiKey = "bench-key-0123456789";
const description = "Looks at a file.";
const parameters = { type: "object", properties: { file: { type: "number" } }, required: ["file"] };
const question = { role: "user", content: "Look at all files." };

/** The loop of a tool-calling agent with nothing but the vendor's SDK, as its documentation shows it. */
export const sdkLoops: Readonly<Record<WireName, Loop>> = { chat, responses, anthropic };

/** The SDKs are dependencies of the providers alone: the very copies that those use. */
function sdkOf(provider: string, name: string): unknown {
  return createRequire(new URL(`../../packages/${provider}/package.json`, import.meta.url))(name);
}

interface OpenAIClient {
  readonly responses: { create: Create };
  readonly chat: { completions: { create: Create } };
}

function openai(address: string): OpenAIClient {
  const { default: OpenAI } = sdkOf("provider-openai", "openai") as { default: Client<OpenAIClient> };
  return new OpenAI({ apiKey, baseURL: `${address}/v1`, maxRetries: 0 });
}

function fileIn(json: string): number {
  return (JSON.parse(json) as { file: number }).file;
}

async function chat(address: string, turns: number, onTurn: OnTurn): Promise<void> {
  type Call = { index: number; id?: string; function: { name?: string; arguments: string } };
  type Chunk = { choices: { delta: { content?: string; tool_calls?: Call[] } }[] };
  const client = openai(address);
  const messages: object[] = [question];
  const tools = [{ type: "function", function: { name: "look", description, parameters } }];
  for (let turn = 0; turn < turns; turn++) {
    let content = "";
    const calls: Call[] = [];
    const stream = await client.chat.completions.create({
      model: "bench",
      stream: true,
      stream_options: { include_usage: true },
      tools,
      messages,
    });
    for await (const { choices } of stream as AsyncIterable<Chunk>) {
      const delta = choices[0]?.delta;
      content += delta?.content ?? "";
      for (const call of delta?.tool_calls ?? []) {
        const known = calls[call.index];
        if (known) known.function.arguments += call.function.arguments;
        else calls[call.index] = call;
      }
    }
    messages.push({ role: "assistant", content, tool_calls: calls });
    for (const { id, function: called } of calls) {
      messages.push({ role: "tool", tool_call_id: id, content: lookResult(fileIn(called.arguments)) });
    }
    onTurn();
  }
}

async function responses(address: string, turns: number, onTurn: OnTurn): Promise<void> {
  type Item = { type: string; call_id: string; arguments: string };
  type Event = { type: string; item: Item };
  const client = openai(address);
  const input: object[] = [question];
  const tools = [{ type: "function", name: "look", description, parameters, strict: false }];
  for (let turn = 0; turn < turns; turn++) {
    const items: Item[] = [];
    const stream = await client.responses.create({
      model: "bench",
      stream: true,
      store: false,
      tools,
      input,
    });
    for await (const event of stream as AsyncIterable<Event>)
      if (event.type === "response.output_item.done") items.push(event.item);
    input.push(...items);
    for (const item of items)
      if (item.type === "function_call") {
        const output = lookResult(fileIn(item.arguments));
        input.push({ type: "function_call_output", call_id: item.call_id, output });
      }
    onTurn();
  }
}

async function anthropic(address: string, turns: number, onTurn: OnTurn): Promise<void> {
  type Sdk = { default: Client<{ messages: { create: Create } }> };
  type Block = { type: string; id: string; text?: string; input?: object };
  type Event = { type: string; content_block: Block; delta: { text?: string; partial_json?: string } };
  const { default: Anthropic } = sdkOf("provider-anthropic", "@anthropic-ai/sdk") as Sdk;
  const client = new Anthropic({ apiKey, baseURL: address, maxRetries: 0 });
  const messages: object[] = [question];
  const tools = [{ name: "look", description, input_schema: parameters }];
  for (let turn = 0; turn < turns; turn++) {
    const content: Block[] = [];
    let json = "";
    const stream = await client.messages.create({
      model: "bench",
      max_tokens: 32_000,
      stream: true,
      tools,
      messages,
    });
    for await (const event of stream as AsyncIterable<Event>) {
      if (event.type === "content_block_start") content.push(event.content_block);
      const block = content.at(-1);
      if (event.type !== "content_block_delta" || !block) continue;
      if (block.type === "text") block.text = `${block.text ?? ""}${event.delta.text ?? ""}`;
      else json += event.delta.partial_json ?? "";
    }
    const call = content.find(({ type }) => type === "tool_use");
    if (!call) throw new Error("No call.");
    call.input = JSON.parse(json) as object;
    messages.push({ role: "assistant", content });
    const result = lookResult(fileIn(json));
    messages.push({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: call.id, content: result }],
    });
    onTurn();
  }
}
