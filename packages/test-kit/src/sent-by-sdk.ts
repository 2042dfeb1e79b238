/** What a vendor's SDK tells of itself. */
const ofItself = /^(user-agent|x-stainless-.+|x-goog-api-client)$/;

export interface SentBySdk {
  readonly method: string;
  readonly url: string;
  /** Without what the SDK tells of itself. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The one request that a vendor's SDK sends. @param call - makes it, with this `fetch`. */
export async function sentBySdk(call: (fetchOnce: typeof fetch) => PromiseLike<unknown>): Promise<SentBySdk> {
  const sent: SentBySdk[] = [];
  const recording: typeof fetch = async (input, { method = "GET", headers, body } = {}) => {
    sent.push({
      method: method.toUpperCase(),
      url: new URL(input instanceof Request ? input.url : input).href,
      headers: withoutSdk(Object.fromEntries(new Headers(headers))),
      body: typeof body === "string" ? body : undefined,
    });
    return Response.json({});
  };
  await call(recording);
  const [request, ...more] = sent;
  if (!request || more.length > 0) throw new Error(`The SDK sent ${sent.length} requests instead of one.`);
  return request;
}

/** Headers without those that an SDK tells of itself. */
export function withoutSdk(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofItself.test(name)));
}
