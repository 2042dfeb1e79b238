// Replies without a network, for cases that try many cuts.

/**
 * Creates a `fetch` that answers every request with these bytes, without a
 * network.
 *
 * A piece is produced when the reader asks for it, so a slow reader is not
 * flooded. The signal of the request is ignored: tests of aborts need a server.
 *
 * @param sizes - sizes of the pieces in which the bytes arrive, used in turn.
 * @param status - HTTP status. Default: 200.
 * @param headers - more headers. Default: `text/event-stream` and ids of the
 *   request.
 *
 * @example
 * ```ts
 * const bytes = Buffer.from("data: {}\n\n");
 * const byteByByte = fetchOf(bytes, 1);
 * const failing = fetchOf(Buffer.from("{}"), 64, 500, { "content-type": "application/json" });
 * ```
 */
export function fetchOf(
  bytes: Uint8Array,
  sizes: number | readonly number[],
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): typeof fetch {
  const cuts = typeof sizes === "number" ? [sizes] : sizes;
  return () => {
    let from = 0;
    let count = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const size = cuts[count++ % cuts.length]!;
        if (from >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(from, (from += size)));
      },
    });
    const ids = { "request-id": "req_1", "x-request-id": "req_1" };
    const answer = { status, headers: { "content-type": "text/event-stream", ...ids, ...headers } };
    return Promise.resolve(new Response(body, answer));
  };
}
