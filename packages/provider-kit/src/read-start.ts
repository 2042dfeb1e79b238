import type { HttpResponse } from "./transport/send.ts";

/**
 * Reads the start of a body as text, and closes the connection unless that was
 * all.
 *
 * @param maxBytes - the last chunk may exceed it.
 */
export async function readStart({ body }: Pick<HttpResponse, "body">, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    texts.push(decoder.decode(chunk, { stream: true }));
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return texts.join("");
}
