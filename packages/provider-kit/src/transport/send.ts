// The smallest common form of `fetch` and of `node:http`. Everything above the
// transport uses these types, so that tests, custom `fetch` functions and the
// client are interchangeable.

/** Headers of a response. Those of `fetch` fit. */
export interface HttpHeaders extends Iterable<[string, string]> {
  /** Returns the value of a header, or null. Names are not case-sensitive. */
  get(name: string): string | null;
}

/** Response, as far as it is read here. Those of `fetch` fit. */
export interface HttpResponse {
  /** Set for a status from 200 to 299. */
  readonly ok: boolean;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response. */
  readonly headers: HttpHeaders;
  /**
   * Decompressed body. Reading it to its end frees the connection, leaving it
   * closes the connection. `null`: none.
   */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Text, or its bytes in UTF-8, whole or in pieces. */
export type RequestBody = string | Uint8Array<ArrayBuffer> | PiecedBody;

/**
 * Bytes in several pieces, which are sent in order. Most of a long conversation
 * is the same in each request, so its bytes can be reused.
 */
export interface PiecedBody {
  /** Pieces in order. They must not change until the request is sent. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Options of `Send`, a subset of those of `fetch`. */
export interface SendOptions {
  /** HTTP method. Default: GET. */
  readonly method?: string;
  /** Headers of the request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the request. Default: none. */
  readonly body?: RequestBody;
  /**
   * Always `manual`: redirects are never followed, since they would forward the
   * key.
   */
  readonly redirect?: "manual";
  /** Aborts the request and the body of its response. */
  readonly signal?: AbortSignal;
}

/**
 * Sends one request. Any `fetch` that takes text bodies fits: see `sendWith`.
 * Rejects with errors of the network; an error status is a response.
 *
 * @example
 * ```ts
 * const offline: Send = async () => ({ ok: false, status: 503, headers: httpHeaders({}), body: null });
 * ```
 */
export type Send = (address: string, options?: SendOptions) => Promise<HttpResponse>;

/**
 * Creates headers from an object.
 *
 * @param values - values by names in lower case.
 */
export function httpHeaders(values: Readonly<Record<string, string>>): HttpHeaders {
  const named = (name: string): string => name.toLowerCase();
  return {
    get: (name) => (Object.hasOwn(values, named(name)) ? values[named(name)]! : null),
    [Symbol.iterator]: () => Object.entries(values)[Symbol.iterator](),
  };
}

/**
 * Joins headers without regard to the case of their names. Later ones win.
 * Headers without a value are left out.
 *
 * @example
 * ```ts
 * joinedHeaders({ Accept: "text/html" }, { accept: "text/event-stream", "x-team": undefined });
 * // { accept: "text/event-stream" }
 * ```
 */
export function joinedHeaders(
  ...sources: readonly Readonly<Record<string, string | undefined>>[]
): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const source of sources)
    for (const [name, value] of Object.entries(source))
      if (value !== undefined) joined[name.toLowerCase()] = value;
  return joined;
}

/** Returns the bytes of a body in pieces, in order. */
export function bodyPieces(body: RequestBody): readonly Uint8Array<ArrayBuffer>[] {
  if (typeof body === "string") return [Buffer.from(body)];
  return "pieces" in body ? body.pieces : [body];
}

/** Returns a body in one piece: a text, or its bytes. */
export function wholeBody(body: RequestBody): string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" ? body : Buffer.concat(bodyPieces(body));
}

/** Returns a body as text, for logs and for wrappers that change requests. */
export function bodyText(body: RequestBody): string {
  return wholeBody(body).toString();
}

/** Adapts a `fetch`, which takes a body only as a whole. */
export function sendWith(fetchOne: typeof fetch): Send {
  return (address, { body, ...options } = {}) =>
    fetchOne(address, body === undefined ? options : { ...options, body: wholeBody(body) });
}
