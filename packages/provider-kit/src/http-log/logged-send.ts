// The HTTP log, for debugging. It is written while the response is read, not
// afterwards: a process that is killed leaves the bytes so far. What is logged
// is masked before it reaches the disk.
import { mapStrings, messageOf } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";
import { withoutSecrets } from "../excerpt.ts";
import { bodyText, type HttpResponse, type Send, type SendOptions } from "../transport/send.ts";
import { byteMask, maskedHeaders, maskedUrl, type ByteMask } from "./masks.ts";
import type { HttpLogRedactor } from "./http-log-redactor.ts";
import { httpLogFolder } from "./http-log-folder.ts";
import type { HttpLogFiles } from "./http-log-folder.ts";

/**
 * Wraps a `Send` so that it writes an HTTP log: for each numbered request its
 * method, URL, headers and body, and the response's status, headers, timing and
 * decompressed bytes.
 *
 * Keys are masked everywhere: known ones, anything that looks like one, and
 * values of headers and parameters named like one. Requests and responses
 * themselves are not changed.
 *
 * @param folder - created if missing.
 * @param known - returns the keys; called for each request.
 * @param redactor - returns a redactor of other secrets; called for each
 *   request.
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
    // Written before sending, so that a request that hangs is in the log.
    files.json("request", { startedAt: watch.startedAt, ...sent });
    try {
      const response = await send(address, options);
      const record = {
        status: response.status,
        headers: mapStrings(maskedHeaders(response.headers, secrets), redact),
        headersMs: watch.ms(),
      };
      // For a process that ends before the body has: the rest of a reply that is complete is read in the background.
      files.json("response", response.body ? { ...record, left: true } : record);
      if (response.body) return followed(response, { files, watch, secrets, redacting, redact, record });
      return response;
    } catch (error) {
      files.json("response", {
        error: redact(withoutSecrets(errorChain(error), secrets)),
        totalMs: watch.ms(),
      });
      throw error;
    }
  };
}

/** State of one response while its body is logged. */
interface Following {
  readonly files: HttpLogFiles;
  readonly watch: Stopwatch;
  readonly secrets: readonly string[];
  readonly redacting: HttpLogRedactor | undefined;
  readonly redact: (text: string) => string;
  readonly record: object;
}

/** Copies a response, with a body that is logged while it is read. */
function followed(response: HttpResponse, following: Following): HttpResponse {
  const { ok, status, headers } = response;
  return { ok, status, headers, body: loggedBody(response.body!, following) };
}

/**
 * Logs a body while its reader consumes it. `left`: the reader stopped before
 * the end.
 */
async function* loggedBody(
  body: AsyncIterable<Uint8Array>,
  { files, watch, secrets, redacting, redact, record }: Following,
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
    end = { error: redact(withoutSecrets(errorChain(error), secrets)) };
    throw error;
  } finally {
    // The mask holds back the last bytes, which are written now.
    files.body(mask.end());
    files.close();
    files.json("response", { ...record, firstByteMs, totalMs: watch.ms(), bytes, ...end });
  }
}

/**
 * Applies the redactor after the mask. Bytes are treated as latin1, so that
 * binary data is preserved.
 */
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

/**
 * Describes a request for the log, masked. A JSON body is logged as JSON, so
 * that people can read it.
 */
function requestRecord(
  address: string,
  { method = "GET", headers = {}, body }: SendOptions,
  { secrets, redact }: { readonly secrets: readonly string[]; readonly redact: (text: string) => string },
): object {
  const text = body === undefined ? undefined : redact(withoutSecrets(bodyText(body), secrets));
  return {
    method,
    url: redact(maskedUrl(address, secrets)),
    headers: mapStrings(maskedHeaders(Object.entries(headers), secrets), redact),
    ...(text === undefined ? {} : { body: jsonIn(text) ?? text }),
  };
}

/** Clock of one request, monotonic. */
interface Stopwatch {
  /** Time of the start as an ISO 8601 date. */
  readonly startedAt: string;
  /** Returns milliseconds since the start, rounded. */
  ms(): number;
}

function stopwatch(): Stopwatch {
  const start = performance.now();
  return { startedAt: new Date().toISOString(), ms: () => Math.round(performance.now() - start) };
}

/**
 * Joins the messages of an error and its causes. `fetch failed` says nothing
 * without its cause.
 */
function errorChain(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorChain(error.cause)}` : "";
  return messageOf(error) + cause;
}
