import { messageOf } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";
import { withoutSecrets } from "../excerpt.ts";
import { byteMask, maskedHeaders, maskedUrl, type ByteMask } from "./masks.ts";
import type { TapRedactor } from "./tap-redactor.ts";
import { tapFolder } from "./tap-folder.ts";
import type { TapFiles } from "./tap-folder.ts";

/**
 * A `fetch` that writes down what goes over it, each request under a number of its own: method, address, headers and
 * body; the answer's status, headers and times; the answer's bytes, unpacked but otherwise as they came.
 *
 * Keys are masked everywhere: known ones, what looks like one, and the values of headers and parameters named like
 * one. What is sent and answered is not changed.
 *
 * @param folder - made when it is not there.
 * @param known - the keys, asked for with each request.
 * @param redactor - hides other secrets; asked for with each request.
 */
export function tappedFetch(
  send: typeof fetch,
  folder: string,
  known: () => readonly string[],
  redactor: () => TapRedactor | undefined = () => undefined,
): typeof fetch {
  const nextFiles = tapFolder(folder);
  return async (input, init) => {
    const secrets = known();
    const hiding = redactor();
    const hide = (text: string) => hiding?.redact(text) ?? text;
    const files = nextFiles();
    const watch = stopwatch();
    files.json("request", { startedAt: watch.startedAt, ...requestRecord(input, init, { secrets, hide }) });
    try {
      const response = await send(input, init);
      const record = {
        status: response.status,
        headers: maskedHeaders(response.headers, secrets),
        headersMs: watch.ms(),
      };
      return response.body
        ? followed(response, { files, watch, secrets, hiding, record })
        : ended(response, { files, record });
    } catch (error) {
      files.json("response", { error: withoutSecrets(errorChain(error), secrets), totalMs: watch.ms() });
      throw error;
    }
  };
}

interface Following {
  readonly files: TapFiles;
  readonly watch: Stopwatch;
  readonly secrets: readonly string[];
  readonly hiding: TapRedactor | undefined;
  readonly record: object;
}

function ended(response: Response, { files, record }: Pick<Following, "files" | "record">): Response {
  files.json("response", record);
  return response;
}

/** The same answer, whose body is written down while it is read. */
function followed(response: Response, { files, watch, secrets, hiding, record }: Following): Response {
  const mask = hidingMask(byteMask(secrets), hiding);
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

/** The same, and hides what the redactor knows; every byte is taken for a character. */
function hidingMask(mask: ByteMask, hiding: TapRedactor | undefined): ByteMask {
  if (!hiding) return mask;
  const stream = hiding.stream();
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
  { secrets, hide }: { readonly secrets: readonly string[]; readonly hide: (text: string) => string },
): object {
  const asked = input instanceof Request ? input : undefined;
  const url = input instanceof Request ? input.url : input.toString();
  const text = typeof init?.body === "string" ? hide(withoutSecrets(init.body, secrets)) : undefined;
  return {
    method: init?.method ?? asked?.method ?? "GET",
    url: hide(maskedUrl(url, secrets)),
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
