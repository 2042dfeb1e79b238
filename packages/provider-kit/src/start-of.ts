/** The beginning of a body as text. What comes behind it is not waited for, and closes the connection. */
export async function startOf({ body }: Response, maxBytes: number): Promise<string> {
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
