import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import {
  costOf,
  type AssistantPart,
  type JsonObject,
  type ModelPrice,
} from "../../../packages/protocol/src/index.ts";
import { ollamaAsides } from "../wires/ollama-server.ts";
import type { Speech, Taken } from "./speech.ts";

/** What a server does, besides what chance makes of it. */
export interface ServerPlan {
  /** Names of counters that it never sends; `all`: none are sent. */
  readonly omitted: readonly string[] | "all";
  /** Whether it keeps to the output limit that it is sent. */
  readonly honoursLimit: boolean;
  /** Whether its model thinks tokens that it does not show. */
  readonly thinksUnseen: boolean;
  /** Tokens that a byte is at most; below 1. */
  readonly tokensPerByte: number;
  /** Bytes of a reply at most, where no limit is lower. */
  readonly longest: number;
  /** Of 100 requests so many fail in one way or another. */
  readonly failures: number;
  /** Called with each request, from 0, before it is answered. */
  readonly onRequest: (count: number) => void;
}

export interface Billed {
  requests: number;
  usd: number;
  tokens: number;
  /** Requests without an output limit. */
  unlimited: number;
}

export interface BillingServer extends AsyncDisposable {
  readonly url: string;
  /** What its vendor would put on the bill. */
  readonly billed: Billed;
  /** Closes all connections, as the end of the process at their other side does. */
  hangUp(): void;
}

/** Bytes a write, so that a reader that has had enough is noticed. */
const writeBytes = 256;

/** A model's server that bills what it did: also what it did not tell, did not finish, or that no one has read. */
export async function billingServer(
  speech: Speech,
  price: ModelPrice,
  plan: ServerPlan,
  random: () => number,
): Promise<BillingServer> {
  const billed: Billed = { requests: 0, usd: 0, tokens: 0, unlimited: 0 };
  const open = new Set<Promise<void>>();

  function bill(taken: Taken): void {
    billed.usd += costOf(taken, price) ?? Number.NaN;
    billed.tokens += taken.input + taken.output + taken.cacheRead + taken.cacheWrite;
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const aside = ollamaAsides[incoming.url as keyof typeof ollamaAsides];
    if (aside) {
      response.setHeader("content-type", "application/json").end(JSON.stringify(aside));
      return;
    }
    plan.onRequest(billed.requests++);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
    const limit = speech.limitIn(body);
    if (typeof limit !== "number") billed.unlimited++;
    const prompt = promptOf(body);
    const fate = random() * 100 < plan.failures ? Math.floor(random() * 5) : undefined;
    if (fate === 0 || fate === 1) {
      refuse(response, fate === 0 ? 429 : 503);
      return;
    }
    if (fate === 2 || fate === 3) {
      bill({ ...prompt, output: 0 }); // it was read before something broke
      if (fate === 2) refuse(response, 500);
      else response.destroy();
      return;
    }
    await speak(response, prompt, replyFor(Number(limit ?? plan.longest)), fate === 4);
  }

  /** The same bytes of a conversation take the same tokens in each request. */
  function promptOf(body: JsonObject): Taken {
    const tokens = Math.ceil(bytesIn(body) * plan.tokensPerByte);
    const cacheRead = speech.hasCacheReads ? Math.floor(tokens * random() * 0.7) : 0;
    const cacheWrite = speech.hasCacheWrites ? Math.floor((tokens - cacheRead) * random()) : 0;
    return { input: tokens - cacheRead - cacheWrite, output: 0, cacheRead, cacheWrite };
  }

  function replyFor(limit: number): { parts: readonly AssistantPart[]; shown: number; unseen: number } {
    const marks = 6;
    const most = plan.honoursLimit ? Math.max(0, limit - marks - 24) / plan.tokensPerByte : plan.longest;
    const text = "word ".repeat(Math.floor((Math.min(most, plan.longest) * random()) / 5));
    const call: AssistantPart = {
      type: "tool-call",
      id: `call_${billed.requests}_${Math.floor(random() * 1e9)}`,
      name: "look",
      input: { at: billed.requests },
    };
    const hasCall = random() < 0.6;
    const parts: AssistantPart[] = [
      ...(text === "" && hasCall ? [] : [{ type: "text", text: text || "Hm." } as const]),
      ...(hasCall ? [call] : []),
    ];
    const shown = Math.ceil(text.length * plan.tokensPerByte) + marks;
    const unseen = plan.thinksUnseen ? Math.floor(Math.max(0, limit - shown - 24) * random()) : 0;
    return { parts, shown, unseen };
  }

  async function speak(
    response: ServerResponse,
    prompt: Taken,
    { parts, shown, unseen }: ReturnType<typeof replyFor>,
    isCut: boolean,
  ): Promise<void> {
    const taken = { ...prompt, output: shown + unseen };
    const said = speech.counters(taken);
    const omitted = plan.omitted;
    const usage =
      omitted === "all"
        ? null
        : Object.fromEntries(Object.entries(said).filter(([name]) => !omitted.includes(name)));
    const encoded = Buffer.from(speech.dialect.encode(parts, { usage, deltaSize: 40 }));
    const bytes = withRealStart(encoded, usage);
    const end = isCut ? Math.floor(bytes.length * random()) : bytes.length;
    let written = 0;
    response.writeHead(200, { "content-type": speech.dialect.contentType });
    while (written < end && !response.destroyed) {
      const next = Math.min(end, written + writeBytes);
      await writeTo(response, bytes.subarray(written, next));
      written = next;
      // What was generated before it could be read cannot be stopped.
      await wait(0);
    }
    bill({ ...prompt, output: Math.ceil((shown * written) / bytes.length) + unseen });
    if (isCut) response.destroy();
    else response.end();
  }

  const server = createServer((incoming, response) => {
    response.on("error", () => undefined);
    const answered = answer(incoming, response).catch(() => void response.destroy());
    open.add(answered);
    void answered.finally(() => open.delete(answered));
  });
  server.on("connection", (socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    billed,
    hangUp: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await Promise.allSettled(open);
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A write whose socket goes away may never be answered. */
function writeTo(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise<void>((resolve) => {
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      type: "error",
      error: { type: "some_error", message: "Not now." },
      message: "Not now.",
    }),
  );
}

/** The counters of this wire's start are those of the prompt; the encoder's own are fixed. */
function withRealStart(bytes: Buffer, usage: JsonObject | null): Buffer {
  const start = Buffer.from('"usage":{"input_tokens":11,');
  const at = bytes.indexOf(start);
  if (at === -1) return bytes;
  const end = bytes.indexOf("}", at);
  const { output_tokens: _, ...counters } = usage ?? {};
  const own = Buffer.from(`"usage":${JSON.stringify({ ...counters, output_tokens: 1 }).slice(0, -1)}`);
  return Buffer.concat([bytes.subarray(0, at), own, bytes.subarray(end)]);
}

/** Of all texts, without what frames them. */
function bytesIn(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + bytesIn(one), 0);
}
