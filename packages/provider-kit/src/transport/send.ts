/** Response headers; those of `fetch` are one. */
export interface HttpHeaders extends Iterable<[string, string]> {
  /** By any spelling of the name. */
  get(name: string): string | null;
}

/** What is read of a response; that of `fetch` is one. */
export interface HttpResponse {
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Decompressed. Reading it to its end frees the connection, leaving it closes the connection. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** A text, or its bytes in UTF-8. */
export type RequestBody = string | Uint8Array<ArrayBuffer> | PiecedBody;

/** Bytes in several pieces, which are sent one after the other: most of a long conversation is the same in each request. */
export interface PiecedBody {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

export interface SendOptions {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Redirects are never followed: they would forward the key. */
  readonly redirect?: "manual";
  readonly signal?: AbortSignal;
}

/** Sends one request. Any `fetch` is one. */
export type Send = (address: string, options?: SendOptions) => Promise<HttpResponse>;

/** @param values - by names in lower case. */
export function httpHeaders(values: Readonly<Record<string, string>>): HttpHeaders {
  const named = (name: string): string => name.toLowerCase();
  return {
    get: (name) => (Object.hasOwn(values, named(name)) ? values[named(name)]! : null),
    [Symbol.iterator]: () => Object.entries(values)[Symbol.iterator](),
  };
}

/** Joins headers, whatever the spelling of their names; later ones win. Those without a value are left out. */
export function joinedHeaders(
  ...sources: readonly Readonly<Record<string, string | undefined>>[]
): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const source of sources)
    for (const [name, value] of Object.entries(source))
      if (value !== undefined) joined[name.toLowerCase()] = value;
  return joined;
}

/** In order. */
export function bodyPieces(body: RequestBody): readonly Uint8Array<ArrayBuffer>[] {
  if (typeof body === "string") return [Buffer.from(body)];
  return "pieces" in body ? body.pieces : [body];
}

/** A text, or its bytes in one piece. */
export function wholeBody(body: RequestBody): string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" ? body : Buffer.concat(bodyPieces(body));
}

export function bodyText(body: RequestBody): string {
  return wholeBody(body).toString();
}

/** Sends with `fetch`, which takes a body only as a whole. */
export function sendWith(fetchOne: typeof fetch): Send {
  return (address, { body, ...options } = {}) =>
    fetchOne(address, body === undefined ? options : { ...options, body: wholeBody(body) });
}
