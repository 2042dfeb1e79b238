import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import type { Transform } from "node:stream";
import { outgoingAgent } from "@skein/platform/outgoing";
import type { JsonValue } from "@skein/protocol";

export interface Reply {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly isCut: boolean;
  /** Of a redirect. */
  readonly location: string | undefined;
}

/** Of a body, after decompression. */
const mostBytes = 5 * 1024 * 1024;

/** Of a page. */
export const pageHeaders = {
  accept: "text/html, text/markdown;q=0.9, text/*;q=0.8, application/json;q=0.8, image/*;q=0.5, */*;q=0.1",
};

export interface WireRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** The one address that is connected to, whatever the name resolves to. A proxy resolves names itself. Default: as the system resolves it. */
  readonly ip?: string;
  /** Sent with POST. */
  readonly json?: JsonValue;
}

/**
 * Asks once, through the proxy of the environment. The certificate is checked for the name. Follows no redirect and sends no
 * cookies; keeps no connection but those to a proxy. Rejects with `UnusableProxy`.
 */
export async function requestOnce(
  address: URL,
  { headers, ip, json }: WireRequest,
  signal: AbortSignal,
): Promise<Reply> {
  const { request } = process.getBuiltinModule(address.protocol === "https:" ? "node:https" : "node:http");
  const { isIP } = process.getBuiltinModule("node:net");
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const ownHeaders = {
    "accept-encoding": "gzip, deflate, br",
    "user-agent": "skein",
    ...(body ? { "content-type": "application/json", "content-length": body.length } : {}),
  };
  const agent = outgoingAgent(address);
  const lookup: LookupFunction | undefined =
    ip === undefined || agent
      ? undefined
      : (_name, options, done) => {
          if (options.all === true) done(null, [{ address: ip, family: isIP(ip) }]);
          else done(null, ip, isIP(ip));
        };
  return new Promise((resolve, reject) => {
    const made = request(address, {
      agent: agent ?? false,
      method: body ? "POST" : "GET",
      headers: { ...ownHeaders, ...headers },
      signal,
      ...(lookup ? { lookup } : {}),
    });
    made.on("error", reject);
    made.on("response", (incoming) => void replyOf(incoming).then(resolve, reject));
    made.end(body);
  });
}

async function replyOf(incoming: IncomingMessage): Promise<Reply> {
  const { statusCode: status = 0, headers: given } = incoming;
  const location = status >= 300 && status < 400 ? given.location : undefined;
  const head = { status, mediaType: (given["content-type"] ?? "").toLowerCase(), location };
  if (location !== undefined) {
    incoming.destroy();
    return { ...head, body: Buffer.alloc(0), isCut: false };
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(incoming)) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes <= mostBytes) continue;
    incoming.destroy();
    return { ...head, body: Buffer.concat(chunks).subarray(0, mostBytes), isCut: true };
  }
  return { ...head, body: Buffer.concat(chunks), isCut: false };
}

/** @throws when the encoding is not one that was asked for. */
function decoded(incoming: IncomingMessage): AsyncIterable<unknown> {
  const encoding = incoming.headers["content-encoding"] ?? "identity";
  const zlib = process.getBuiltinModule("node:zlib");
  // Ends both when one of them fails; who reads gets the error.
  const through = (stream: Transform) =>
    process.getBuiltinModule("node:stream").pipeline(incoming, stream, () => {});
  if (encoding === "identity") return incoming;
  if (encoding === "gzip" || encoding === "deflate") return through(zlib.createUnzip());
  if (encoding === "br") return through(zlib.createBrotliDecompress());
  incoming.destroy();
  throw new Error(`the server sent the encoding ${encoding}, which was not asked for`);
}
