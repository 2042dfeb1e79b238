import { messageOf } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";
import { withoutSecrets } from "../excerpt.ts";
import { bodyText, type HttpResponse, type Send, type SendOptions } from "../transport/send.ts";
import { byteMask, maskedHeaders, maskedUrl, type ByteMask } from "./masks.ts";
import type { HttpLogRedactor } from "./http-log-redactor.ts";
import { httpLogFolder } from "./http-log-folder.ts";
import type { HttpLogFiles } from "./http-log-folder.ts";

/**
 * A `Send` that writes an HTTP log: for each numbered request its method, URL, headers and body, and the
 * response's status, headers, timing and decompressed bytes.
 *
 * Keys are masked everywhere: known ones, anything that looks like one, and values of headers and parameters
 * named like one. Requests and responses themselves are not changed.
 *
 * @param folder - created if missing.
 * @param known - the keys, read per request.
 * @param redactor - redacts other secrets; read per request.
 */
export function loggedSend(
  send: Send,
  folder: string,
  known: () => readonly string[],
  redactor: () => HttpLogRedactor | undefined = () => undefined,
): Send {
  const nextFiles = httpLogFolder(folder);
  return async (address, options = {}) => {
    const secrets = known();
    const redacting = redactor();
    const redact = (text: string) => redacting?.redact(text) ?? text;
    const files = nextFiles();
    const watch = stopwatch();
    const sent = requestRecord(address, options, { secrets, redact });
    files.json("request", { startedAt: watch.startedAt, ...sent });
    try {
      const response = await send(address, options);
      const record = {
        status: response.status,
        headers: maskedHeaders(response.headers, secrets),
        headersMs: watch.ms(),
      };
      // For a process that ends before the body has: the rest of a reply that is complete is read in the background.
      files.json("response", response.body ? { ...record, left: true } : record);
      if (response.body) return followed(response, { files, watch, secrets, redacting, record });
      return response;
    } catch (error) {
      files.json("response", { error: withoutSecrets(errorChain(error), secrets), totalMs: watch.ms() });
      throw error;
    }
  };
}

interface Following {
  readonly files: HttpLogFiles;
  readonly watch: Stopwatch;
  readonly secrets: readonly string[];
  readonly redacting: HttpLogRedactor | undefined;
  readonly record: object;
}

/** The same response, whose body is logged while it is read. */
function followed(response: HttpResponse, following: Following): HttpResponse {
  const { ok, status, headers } = response;
  return { ok, status, headers, body: loggedBody(response.body!, following) };
}

async function* loggedBody(
  body: AsyncIterable<Uint8Array>,
  { files, watch, secrets, redacting, record }: Following,
): AsyncGenerator<Uint8Array> {
  const mask = hidingMask(byteMask(secrets), redacting);
  let firstByteMs: number | undefined;
  let bytes = 0;
  let end: object = { left: true };
  try {
    for await (const piece of body) {
      firstByteMs ??= watch.ms();
      bytes += piece.length;
      files.body(mask.take(piece));
      yield piece;
    }
    end = {};
  } catch (error) {
    end = { error: withoutSecrets(errorChain(error), secrets) };
    throw error;
  } finally {
    files.body(mask.end());
    files.close();
    files.json("response", { ...record, firstByteMs, totalMs: watch.ms(), bytes, ...end });
  }
}

/** The same with the redactor applied; bytes are treated as latin1. */
function hidingMask(mask: ByteMask, redacting: HttpLogRedactor | undefined): ByteMask {
  if (!redacting) return mask;
  const stream = redacting.stream();
  const hidden = (bytes: Uint8Array) =>
    Buffer.from(stream.push(Buffer.from(bytes).toString("latin1")), "latin1");
  return {
    take: (bytes) => hidden(mask.take(bytes)),
    end: () => Buffer.concat([hidden(mask.end()), Buffer.from(stream.end(), "latin1")]),
  };
}

function requestRecord(
  address: string,
  { method = "GET", headers = {}, body }: SendOptions,
  { secrets, redact }: { readonly secrets: readonly string[]; readonly redact: (text: string) => string },
): object {
  const text = body === undefined ? undefined : redact(withoutSecrets(bodyText(body), secrets));
  return {
    method,
    url: redact(maskedUrl(address, secrets)),
    headers: maskedHeaders(Object.entries(headers), secrets),
    ...(text === undefined ? {} : { body: jsonIn(text) ?? text }),
  };
}

interface Stopwatch {
  readonly startedAt: string;
  /** Milliseconds since then. */
  ms(): number;
}

function stopwatch(): Stopwatch {
  const start = performance.now();
  return { startedAt: new Date().toISOString(), ms: () => Math.round(performance.now() - start) };
}

function errorChain(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorChain(error.cause)}` : "";
  return messageOf(error) + cause;
}
