const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const [start, end] = [Buffer.from("data: "), Buffer.from("\n\n")];

/**
 * A reply of one JSON text a line, with each line as a server-sent event, so that one reader serves all wires. In UTF-8
 * no other character holds the byte of a line feed. A last line without one is passed on too: its reader judges it.
 * What says that it is one JSON text is left as it is.
 */
export function framedAsEvents(response: Response): Response {
  const { body, headers, status } = response;
  if (!body || /^application\/json\b/i.test(headers.get("content-type") ?? "")) return response;
  let isInLine = false;
  const framing = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const out: Uint8Array[] = [];
      for (let from = 0; from < chunk.length;) {
        const found = chunk.indexOf(lineFeed, from);
        const to = found === -1 ? chunk.length : found;
        const line = withoutReturn(chunk.subarray(from, to));
        if (line.length > 0) {
          out.push(...(isInLine ? [line] : [start, line]));
          isInLine = true;
        }
        if (found !== -1 && isInLine) {
          out.push(end);
          isInLine = false;
        }
        from = to + 1;
      }
      if (out.length > 0) controller.enqueue(Buffer.concat(out));
    },
    flush(controller) {
      if (isInLine) controller.enqueue(end);
    },
  });
  return new Response(body.pipeThrough(framing), { status, headers });
}

/** JSON's own strings hold none, so it can only be part of a line's end. */
function withoutReturn(line: Uint8Array): Uint8Array {
  return line.includes(carriageReturn) ? line.filter((byte) => byte !== carriageReturn) : line;
}
