import { messageOf } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";
import { withoutSecrets } from "../excerpt.ts";
import { byteMask, maskedHeaders, maskedUrl, type ByteMask } from "./masks.ts";
import type { HttpLogRedactor } from "./http-log-redactor.ts";
import { httpLogFolder } from "./http-log-folder.ts";
import type { HttpLogFiles } from "./http-log-folder.ts";

/**
 * A `fetch` that writes an HTTP log: for each numbered request its method, URL, headers and body, and the
 * response's status, headers, timing and decompressed bytes.
 *
 * Keys are masked everywhere: known ones, anything that looks like one, and values of headers and parameters
 * named like one. Requests and responses themselves are not changed.
 *
 * @param folder - created if missing.
 * @param known - the keys, read per request.
 * @param redactor - redacts other secrets; read per request.
 */
export function loggedFetch(
  send: typeof fetch,
  folder: string,
  known: () => readonly string[],
  redactor: () => HttpLogRedactor | undefined = () => undefined,
): typeof fetch {
  const nextFiles = httpLogFolder(folder);
  return async (input, init) => {
    const secrets = known();
    const redacting = redactor();
    const redact = (text: string) => redacting?.redact(text) ?? text;
    const files = nextFiles();
    const watch = stopwatch();
    files.json("request", { startedAt: watch.startedAt, ...requestRecord(input, init, { secrets, redact }) });
    try {
      const response = await send(input, init);
      const record = {
        status: response.status,
        headers: maskedHeaders(response.headers, secrets),
        headersMs: watch.ms(),
      };
      return response.body
        ? followed(response, { files, watch, secrets, redacting, record })
        : ended(response, { files, record });
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

function ended(response: Response, { files, record }: Pick<Following, "files" | "record">): Response {
  files.json("response", record);
  return response;
}

/** The same response, whose body is logged while it is read. */
function followed(response: Response, { files, watch, secrets, redacting, record }: Following): Response {
  const mask = hidingMask(byteMask(secrets), redacting);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let firstByteMs: number | undefined;
  let bytes = 0;
  const finish = (how: object): void => {
    files.body(mask.end());
    files.close();
    files.json("response", { ...record, firstByteMs, totalMs: watch.ms(), bytes, ...how });
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            finish({});
            return controller.close();
          }
          firstByteMs ??= watch.ms();
          bytes += value.length;
          files.body(mask.take(value));
          controller.enqueue(value);
        } catch (error) {
          finish({ error: withoutSecrets(errorChain(error), secrets) });
          throw error;
        }
      },
      async cancel(reason) {
        finish({ left: true });
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers: new Headers([...headers]) });
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
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  { secrets, redact }: { readonly secrets: readonly string[]; readonly redact: (text: string) => string },
): object {
  const asked = input instanceof Request ? input : undefined;
  const url = input instanceof Request ? input.url : input.toString();
  const text = typeof init?.body === "string" ? redact(withoutSecrets(init.body, secrets)) : undefined;
  return {
    method: init?.method ?? asked?.method ?? "GET",
    url: redact(maskedUrl(url, secrets)),
    headers: maskedHeaders(new Headers(init?.headers ?? asked?.headers), secrets),
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
