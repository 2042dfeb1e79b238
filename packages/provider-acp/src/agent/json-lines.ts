/**
 * Passes on the lines of an agent's output that may be messages. Others, such as what a launcher prints, are handed to
 * `onOther`.
 */
export function jsonLines(onOther: (line: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pieces: string[] = [];
  const pass = (line: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (line.trim() === "") return;
    if (isObject(line)) controller.enqueue(encoder.encode(`${line}\n`));
    else onOther(`${line}\n`);
  };
  return new TransformStream({
    transform(bytes, controller) {
      const [first = "", ...others] = decoder.decode(bytes, { stream: true }).split("\n");
      pieces.push(first);
      for (const next of others) {
        pass(pieces.join(""), controller);
        pieces = [next];
      }
    },
    flush: (controller) => pass(pieces.join("") + decoder.decode(), controller),
  });
}

function isObject(line: string): boolean {
  if (!line.trimStart().startsWith("{")) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
