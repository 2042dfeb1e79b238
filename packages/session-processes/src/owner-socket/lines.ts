import { once } from "node:events";
import type { Socket } from "node:net";

/**
 * The lines that arrive, without their ends. Ends when the other side does; a last line without an end is dropped.
 *
 * @param mostBytes - of one line; a longer one throws.
 */
export async function* readLines(socket: Socket, mostBytes: number): AsyncGenerator<string, void> {
  let pieces: Buffer[] = [];
  let length = 0;
  // The caller may still want to write.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, at);
      if (length + line.length > mostBytes) throw tooLong(mostBytes);
      yield Buffer.concat([...pieces, line]).toString();
      pieces = [];
      length = 0;
      from = at + 1;
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (length > mostBytes) throw tooLong(mostBytes);
    if (rest.length > 0) pieces.push(rest);
  }
}

/** Resolves when there is room for the next line, or the connection is gone. Never rejects. */
export async function writeLine(socket: Socket, value: unknown): Promise<void> {
  if (!socket.writable || socket.write(`${JSON.stringify(value)}\n`)) return;
  const ended = new AbortController();
  const { signal } = ended;
  await Promise.race([once(socket, "drain", { signal }), once(socket, "close", { signal })]).catch(
    () => undefined,
  );
  ended.abort();
}

function tooLong(mostBytes: number): Error {
  return new Error(`A line is longer than ${mostBytes} bytes.`);
}
