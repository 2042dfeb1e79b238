// Requests of the cases. The default way is a custom `fetch`, because it is
// fast enough to try every cut; cases about connections start a server instead.

import type { AttemptModel, ModelProvider, ModelRequest } from "@skein/protocol";
import type { Bytes } from "./dialect.ts";
import { outcomeOf, type Outcome } from "./outcome-of.ts";
import { fetchOf } from "./servers/fetch-of.ts";
import { serveModel, type RawReply, type Script } from "./servers/model-server.ts";
import type { ScriptedServer } from "./servers/scripted-server.ts";
import type { Subject, SubjectSettings } from "./subject.ts";

/**
 * Signal that is never aborted.
 *
 * A request needs a signal even where a case is not about aborts. One shared
 * signal shows that a provider adds no listeners that it never removes.
 */
export const never: AbortSignal = new AbortController().signal;

/**
 * Key of the tests. Long enough for redactors to recognize it as one.
 *
 * Not the form of any vendor's key, so that no secret scanner reports this
 * file.
 */
export const testKey = "conformance-key-0123456789";

/**
 * Tools that all streams call.
 *
 * Two tools, because some rules are about the order of calls, and the name of a
 * rejected tool must be distinguishable. Both need `path`, since some vendors
 * refuse a schema without properties.
 */
const tools = ["look", "write"].map((name) => ({
  name,
  description: `To ${name}.`,
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

/**
 * Builds a request with one user message and both tools.
 *
 * A system prompt, two tools and one message are the smallest request of an
 * agent. Fields of the dialect come after the defaults, and those of the case
 * last.
 *
 * @param rest - fields to replace. Default: none.
 */
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

/**
 * Creates the provider for a server, without retries: every case counts
 * requests.
 *
 * Each call creates a new provider, and with it a new pool of connections:
 * cases that count connections start from none.
 */
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

/**
 * Creates the model for a server.
 *
 * The model makes one attempt for each call of `stream`. Retries belong to the
 * layer above and would hide how often a request was sent.
 */
export function modelAt(subject: Subject, url: string, rest?: SubjectSettings): AttemptModel {
  return providerAt(subject, url, rest).model(subject.modelId);
}

/**
 * Starts a server that speaks the subject's wire. Auxiliary requests and model
 * lists are answered from the dialect.
 *
 * The script contains raw bytes only, with the content type of the dialect
 * unless a reply has its own. Neither auxiliary requests nor model lists use up
 * a reply of the script.
 */
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

/** Adds the content type of the wire to raw bytes. */
function typed(reply: RawReply, contentType: string): RawReply {
  return "bytes" in reply ? { contentType, ...reply } : reply;
}

/** Type of `fetch`. */
type Fetch = typeof globalThis.fetch;

/**
 * Answers auxiliary requests and leaves the reply to `fetch`.
 *
 * Only paths that the dialect lists are answered. Everything else is taken for
 * the request of the case.
 */
function besides({ dialect: { asides } }: Subject, fetch: Fetch): Fetch {
  if (asides === undefined) return fetch;
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return Object.hasOwn(asides, pathname)
      ? Promise.resolve(Response.json(asides[pathname]))
      : fetch(input, init);
  };
}

/**
 * Response to try.
 *
 * All fields but `bytes` have the values of a successful stream, so that a case
 * states only what differs.
 */
export interface Given {
  /** Body of the response. */
  readonly bytes: Bytes;
  /** Content type. Default: that of the dialect. */
  readonly contentType?: string | undefined;
  /** HTTP status. Default: 200. */
  readonly status?: number;
  /** More headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sizes of the pieces in which the bytes arrive, used in turn. Default: one
   * piece.
   *
   * Each piece is one read of the provider. Sizes are repeated until the bytes
   * are used up.
   */
  readonly cuts?: readonly number[];
  /** Fields of the request to replace. Default: none. */
  readonly request?: Partial<ModelRequest>;
}

/**
 * Sends one request and returns what the subject's model makes of these bytes.
 * Uses a custom `fetch`, which is faster than a socket, unless the subject
 * needs a socket.
 *
 * Never rejects because of the provider: see `Outcome`.
 */
export async function sendRequest(subject: Subject, given: Given): Promise<Outcome> {
  const { bytes, contentType = subject.dialect.contentType, status = 200, headers = {}, cuts } = given;
  const body = Buffer.from(bytes);
  const request = requestOf(subject, given.request);
  if (subject.transport !== "socket") {
    const sizes = cuts ?? [Math.max(1, body.length)];
    const { requestIdHeader } = subject.dialect;
    // Every response has an id, as those of the vendor do.
    const id = requestIdHeader === undefined ? {} : { [requestIdHeader]: "request-1" };
    const reply = fetchOf(body, sizes, status, { "content-type": contentType, ...id, ...headers });
    const fetch = besides(subject, reply);
    // The discard port: a provider that does not use the custom `fetch` fails
    // at once.
    const model = modelAt(subject, "http://127.0.0.1:9", { fetch });
    return outcomeOf(model.stream(request, never));
  }
  const chunk = cuts === undefined ? {} : { chunkBytes: cuts };
  await using server = await serverFor(subject, [{ bytes: body, contentType, status, headers, ...chunk }]);
  return await outcomeOf(modelAt(subject, server.url).stream(request, never));
}
