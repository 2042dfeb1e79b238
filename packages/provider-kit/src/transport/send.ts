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
export type RequestBody = string | Uint8Array<ArrayBuffer>;

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

export function bodyText(body: RequestBody): string {
  return typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.length).toString();
}
