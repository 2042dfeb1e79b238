import { createRequire } from "node:module";
import { crc32 } from "node:zlib";

/** Sends one request and gives what came, event by event, as it came. */
export type RawLoop = () => Promise<AsyncIterable<unknown>>;

type Client<Methods> = new (options: object) => Methods;
type Create = (body: object) => Promise<AsyncIterable<unknown>>;

const key = "bench-key-0123456789";

/** The SDKs are dependencies of the providers alone: the very copies that those use. */
function sdkOf(provider: string, name: string): unknown {
  return createRequire(new URL(`../../packages/${provider}/package.json`, import.meta.url))(name);
}

export function anthropicLoop(send: typeof fetch): RawLoop {
  type Sdk = { default: Client<{ messages: { create: Create } }> };
  const { default: Anthropic } = sdkOf("provider-anthropic", "@anthropic-ai/sdk") as Sdk;
  const client = new Anthropic({ apiKey: key, maxRetries: 0, fetch: send });
  const messages = [{ role: "user", content: "Go." }];
  return () => client.messages.create({ model: "bench", max_tokens: 32_000, messages, stream: true });
}

interface OpenAIClient {
  readonly responses: { create: Create };
  readonly chat: { completions: { create: Create } };
}

function openaiClient(send: typeof fetch): OpenAIClient {
  type Sdk = { default: Client<OpenAIClient> };
  const { default: OpenAI } = sdkOf("provider-openai", "openai") as Sdk;
  return new OpenAI({ apiKey: key, maxRetries: 0, fetch: send });
}

export function responsesLoop(send: typeof fetch): RawLoop {
  const { responses } = openaiClient(send);
  return () => responses.create({ model: "bench", input: "Go.", stream: true });
}

export function chatLoop(send: typeof fetch): RawLoop {
  const { completions } = openaiClient(send).chat;
  const messages = [{ role: "user", content: "Go." }];
  return () => completions.create({ model: "bench", messages, stream: true });
}

export function googleLoop(send: typeof fetch): RawLoop {
  type Sdk = { GoogleGenAI: Client<{ models: { generateContentStream: Create } }> };
  const { GoogleGenAI } = sdkOf("provider-google", "@google/genai") as Sdk;
  const { models } = new GoogleGenAI({ apiKey: key, vertexai: false });
  const config = { automaticFunctionCalling: { disable: true }, httpOptions: { fetch: send } };
  return () => models.generateContentStream({ model: "bench", contents: "Go.", config });
}

/** Lines of JSON, with nothing checked: the vendor's library is not in the tree. */
export function ollamaLoop(send: typeof fetch): RawLoop {
  return async () => linesOf(await send("http://bench.invalid"));
}

async function* linesOf({ body }: Response): AsyncGenerator {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

/** Frames with their checksums, headers and payload: the vendor's client is not in the tree. */
export function bedrockLoop(send: typeof fetch): RawLoop {
  return async () => framesOf(await send("http://bench.invalid"));
}

async function* framesOf({ body }: Response): AsyncGenerator {
  let rest = Buffer.alloc(0);
  for await (const bytes of body ?? []) {
    rest = Buffer.concat([rest, bytes]);
    let from = 0;
    while (rest.length - from >= 12 && rest.length - from >= rest.readUInt32BE(from)) {
      const end = from + rest.readUInt32BE(from);
      if (crc32(rest.subarray(from, end - 4)) !== rest.readUInt32BE(end - 4)) throw new Error("Changed.");
      const headersEnd = from + 12 + rest.readUInt32BE(from + 4);
      const headers: Record<string, string> = {};
      for (let at = from + 12; at < headersEnd;) {
        const nameEnd = at + 1 + rest.readUInt8(at);
        const valueEnd = nameEnd + 3 + rest.readUInt16BE(nameEnd + 1);
        headers[rest.toString("utf8", at + 1, nameEnd)] = rest.toString("utf8", nameEnd + 3, valueEnd);
        at = valueEnd;
      }
      const payload: unknown = JSON.parse(rest.toString("utf8", headersEnd, end - 4));
      yield { [headers[":event-type"] ?? ""]: payload };
      from = end;
    }
    rest = rest.subarray(from);
  }
}
