import type { AttemptModel, ModelProvider, ModelRequest } from "@skein/protocol";
import type { Bytes } from "./dialect.ts";
import { outcomeOf } from "./outcome-of.ts";
import type { Outcome } from "./outcome-of.ts";
import { fetchOf } from "./servers/fetch-of.ts";
import { serveModel } from "./servers/model-server.ts";
import type { RawReply, Script } from "./servers/model-server.ts";
import type { ScriptedServer } from "./servers/scripted-server.ts";
import type { Subject, SubjectSettings } from "./subject.ts";

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

/** Long enough for redactors to see it as one. */
export const testKey = "conformance-key-0123456789";

/** Two tools that all streams call. */
const tools = ["look", "write"].map((name) => ({
  name,
  description: `To ${name}.`,
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

export function requestOf(subject: Subject, rest: Partial<ModelRequest> = {}): ModelRequest {
  const messages = [
    { role: "user", from: "user", content: [{ type: "text", text: "Look at a.txt." }] },
  ] as const;
  return {
    system: "Be brief.",
    tools,
    messages,
    options: {},
    ...subject.dialect.request,
    ...rest,
  };
}

/** Makes each request once, at that address. */
export function providerAt(
  { provider, dialect }: Subject,
  url: string,
  rest: SubjectSettings = {},
): ModelProvider {
  return provider({
    apiKey: testKey,
    baseUrl: `${url}${dialect.path}`,
    env: {},
    retry: { retries: 0 },
    ...rest,
  });
}

export function modelAt(subject: Subject, url: string, rest?: SubjectSettings): AttemptModel {
  return providerAt(subject, url, rest).model(subject.modelId);
}

/** A server that speaks the subject's wire. */
export function serverFor({ dialect }: Subject, script: Script<RawReply>): Promise<ScriptedServer> {
  const { contentType, models, asides = {}, requestIdHeader } = dialect;
  return serveModel<never>(
    typeof script === "function"
      ? (request, count) => typed(script(request, count), contentType)
      : script.map((reply) => typed(reply, contentType)),
    {
      encode: () => "",
      models: models.answer,
      asides,
      refusal: (message) => ({ error: { message } }),
      ...(requestIdHeader === undefined ? {} : { headers: { [requestIdHeader]: "request-1" } }),
    },
  );
}

function typed(reply: RawReply, contentType: string): RawReply {
  return "bytes" in reply ? { contentType, ...reply } : reply;
}

type Fetch = typeof globalThis.fetch;

/** Answers auxiliary requests, and leaves the reply to `fetch`. */
function besides({ dialect: { asides } }: Subject, fetch: Fetch): Fetch {
  if (asides === undefined) return fetch;
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return Object.hasOwn(asides, pathname)
      ? Promise.resolve(Response.json(asides[pathname]))
      : fetch(input, init);
  };
}

export interface Given {
  readonly bytes: Bytes;
  readonly contentType?: string | undefined;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sizes of the pieces the bytes come in, used in turn. Default: one piece. */
  readonly cuts?: readonly number[];
  readonly request?: Partial<ModelRequest>;
}

/** What the subject's model makes of these bytes. */
export async function sendRequest(subject: Subject, given: Given): Promise<Outcome> {
  const { bytes, contentType = subject.dialect.contentType, status = 200, headers = {}, cuts } = given;
  const body = Buffer.from(bytes);
  const request = requestOf(subject, given.request);
  if (subject.transport !== "socket") {
    const sizes = cuts ?? [Math.max(1, body.length)];
    const { requestIdHeader } = subject.dialect;
    const id = requestIdHeader === undefined ? {} : { [requestIdHeader]: "request-1" };
    const reply = fetchOf(body, sizes, status, { "content-type": contentType, ...id, ...headers });
    const fetch = besides(subject, reply);
    const model = modelAt(subject, "http://127.0.0.1:9", { fetch });
    return outcomeOf(model.stream(request, never));
  }
  const chunk = cuts === undefined ? {} : { chunkBytes: cuts };
  await using server = await serverFor(subject, [{ bytes: body, contentType, status, headers, ...chunk }]);
  return await outcomeOf(modelAt(subject, server.url).stream(request, never));
}
