import { createReadStream, statSync } from "node:fs";
import { outgoingFetch } from "@skein/platform/outgoing";
import { ConfigError, messageOf } from "@skein/protocol";
import type { ModelSource } from "./source.ts";

/** The bytes of a model, from a position on. */
export interface OpenSource {
  /** Position of the first byte: the one that was asked for, or 0. */
  readonly start: number;
  /** Size of the whole file in bytes. `undefined`: the server does not say. */
  readonly bytes: number | undefined;
  /** Names this version of the file; see RFC 9110, 8.8.3. `undefined`: nothing does. */
  readonly version: string | undefined;
  /** SHA-256 of the file that the server names, in hexadecimal. */
  readonly sha256: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A position, and the version of the file that the bytes before it are from. */
export interface Resumption {
  readonly start: number;
  readonly version: string;
}

/** Opens a source. Throws `ConfigError`. */
export function openSource(
  source: ModelSource,
  resumption: Resumption | undefined,
  signal: AbortSignal,
): Promise<OpenSource> {
  const { from } = source;
  return "url" in from
    ? openUrl(source, from.url, resumption, signal)
    : Promise.resolve(openFile(from.path, resumption));
}

function openFile(path: string, resumption: Resumption | undefined): OpenSource {
  const { size, mtimeMs } = statSync(path);
  const version = `${size}-${mtimeMs}`;
  const start = resumption?.version === version ? resumption.start : 0;
  return { start, bytes: size, version, sha256: undefined, body: createReadStream(path, { start }) };
}

const mostRedirects = 10;

/** Follows redirects itself: Hugging Face names the hash in its own answer, and the bytes come from elsewhere. */
async function openUrl(
  source: ModelSource,
  first: URL,
  resumption: Resumption | undefined,
  signal: AbortSignal,
): Promise<OpenSource> {
  const range = resumption && { range: `bytes=${resumption.start}-`, "if-range": resumption.version };
  let url = first;
  let sha256: string | undefined;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const own = url.origin === first.origin ? source.headers : {};
    const headers = { "accept-encoding": "identity", ...own, ...range };
    const response = await outgoingFetch(url, { headers, redirect: "manual", signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw unreachable(url, error);
      },
    );
    sha256 ??= hashIn(response.headers);
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = new URL(location, url);
      continue;
    }
    if (response.status === 416) {
      await response.body?.cancel();
      return openUrl(source, first, undefined, signal);
    }
    return opened(response, url, sha256, resumption);
  }
  throw new ConfigError("unreadable", `${shownUrl(first)} redirects more than ${mostRedirects} times.`);
}

function opened(
  response: Response,
  url: URL,
  sha256: string | undefined,
  resumption: Resumption | undefined,
): OpenSource {
  const { status, headers, body } = response;
  if ((status !== 200 && status !== 206) || body === null) throw refused(status, url);
  const part = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get("content-range") ?? "");
  const start = status === 206 ? Number(part?.[1] ?? NaN) : 0;
  if (status === 206 && start !== resumption?.start) throw refused(status, url);
  const etag = headers.get("etag");
  const length = headers.get("content-length");
  return {
    start,
    bytes: length === null ? undefined : start + Number(length),
    // Only a strong one promises the same bytes.
    version: etag === null || etag.startsWith("W/") ? undefined : etag,
    sha256,
    body,
  };
}

/** `X-Linked-ETag` of Hugging Face is the SHA-256 of a large file. */
function hashIn(headers: Headers): string | undefined {
  return /^"?([0-9a-f]{64})"?$/.exec(headers.get("x-linked-etag") ?? "")?.[1];
}

function refused(status: number, url: URL): ConfigError {
  const needsToken = status === 401 || status === 403;
  return new ConfigError(
    "unreadable",
    `Cannot download ${shownUrl(url)}: the server answered with status ${status}.`,
    {
      hint: needsToken
        ? "Accept the license on the model's page, and set HF_TOKEN to a token of Hugging Face."
        : "Check the URL.",
    },
  );
}

/** A query may hold a key, or the signature that a storage asks for. */
function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function unreachable(url: URL, error: unknown): ConfigError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new ConfigError("unreadable", `Cannot connect to ${url.host}: ${messageOf(cause)}.`, {
    hint: "Check the network and the URL.",
    cause: error,
  });
}
