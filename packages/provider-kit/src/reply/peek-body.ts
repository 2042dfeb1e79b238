import type { HttpResponse } from "../transport/send.ts";

/** Characters in which every start of a stream can be told from JSON: `event:`. */
const enough = 6;

/**
 * Reads the first characters of a body, however small its chunks are.
 *
 * @returns at least six characters that are no white space, unless the body has
 *   fewer, and the response with the whole body.
 */
export async function peekBody(
  response: HttpResponse,
): Promise<{ readonly start: string; readonly whole: HttpResponse }> {
  const body = response.body?.[Symbol.asyncIterator]();
  const { ok, status, headers } = response;
  const decoder = new TextDecoder();
  const chunks: Uint8Array[] = [];
  let start = "";
  let isAtEnd = body === undefined;
  while (!isAtEnd && start.trimStart().length < enough) {
    const next = await body!.next();
    isAtEnd = next.done === true;
    if (next.done) break;
    chunks.push(next.value);
    start += decoder.decode(next.value, { stream: true });
  }
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
      for (let next = isAtEnd ? undefined : await body!.next(); next && !next.done; next = await body!.next())
        yield next.value;
    } finally {
      await body?.return?.();
    }
  }
  return { start, whole: { ok, status, headers, body: again() } };
}
