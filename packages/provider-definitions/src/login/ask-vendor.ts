import type { JsonObject } from "@skein/protocol";
import {
  excerpt,
  jsonIn,
  objectIn,
  openTransport,
  readStart,
  stringIn,
  thrownError,
} from "@skein/provider-kit";

/** The most bytes to read of an answer. */
export const maxAnswerBytes = 65_536;

interface Asking {
  readonly provider: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Posts a form to a vendor's login. Errors of the protocol come with a status of their own; what counts is the body. */
export async function askVendor(
  url: string,
  fields: Readonly<Record<string, string>>,
  { provider, headers, fetch, signal }: Asking,
): Promise<JsonObject> {
  const { send } = await openTransport({ provider, url: new URL(url), settings: { fetch } });
  try {
    const answer = await send(url, {
      method: "POST",
      headers: {
        ...headers,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields).toString(),
      redirect: "manual",
      ...(signal ? { signal } : {}),
    });
    return objectIn(jsonIn(await readStart(answer, maxAnswerBytes)));
  } catch (error) {
    signal?.throwIfAborted();
    throw thrownError(error, {
      provider,
      host: new URL(url).host,
      secrets: [],
      keyVariables: [],
      addressVariable: "",
    });
  }
}

export function secondsIn(body: JsonObject, field: string, usual: number): number {
  const value = body[field];
  return typeof value === "number" && value >= 0 ? value : usual;
}

/** What a vendor says of a refusal. */
export function wordsOf(body: JsonObject): string {
  return excerpt(stringIn(body["error_description"]) || stringIn(body["error"]) || "the answer says nothing");
}
