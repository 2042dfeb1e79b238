import type { JsonValue } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";

/** Characters of the beginning, and bytes of the end, that are remembered. */
const [maxBeginning, maxEnd] = [1000, 16_384];

/** A body that remembers how it began and ended, for what is to be said when it was no reply. */
export interface WatchedBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  beginning(): string;
  /** An error that was written into the stream as it is, without a frame: how some servers give up a reply. */
  errorAtEnd(): JsonValue | undefined;
}

export function watchedBody({ body }: Response): WatchedBody {
  let beginning = "";
  const recent: Uint8Array[] = [];
  let recentBytes = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body ?? []) {
      if (beginning.length < maxBeginning)
        beginning += Buffer.from(chunk.subarray(0, maxBeginning)).toString("utf8");
      recent.push(chunk);
      recentBytes += chunk.length;
      while (recentBytes - recent[0]!.length >= maxEnd) recentBytes -= recent.shift()!.length;
      yield chunk;
    }
  }
  return {
    bytes: bytes(),
    beginning: () => beginning,
    errorAtEnd() {
      const end = Buffer.concat(recent).subarray(-maxEnd).toString("utf8");
      const at = /^[[,\s]*(?=\{\s*"error"\s*:)/m.exec(end);
      return at ? jsonIn(end.slice(at.index + at[0].length).replace(/[\s\]]*$/, "")) : undefined;
    },
  };
}
