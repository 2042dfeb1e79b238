import type { JsonValue } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";

/** Characters of the beginning, and bytes of the end, that are remembered. */
const [maxBeginning, maxEnd] = [1000, 16_384];

/** Remembers how a body began and ended, for what is to be said when it was no reply. */
export interface WatchedBody {
  saw(bytes: Uint8Array): void;
  beginning(): string;
  /** An error that was written into the stream as it is, without a frame: how some servers give up a reply. */
  errorAtEnd(): JsonValue | undefined;
}

export function watchBody(): WatchedBody {
  let beginning = "";
  const recent: Uint8Array[] = [];
  let recentBytes = 0;
  return {
    saw(bytes) {
      if (beginning.length < maxBeginning)
        beginning += Buffer.from(bytes.subarray(0, maxBeginning)).toString("utf8");
      recent.push(bytes);
      recentBytes += bytes.length;
      while (recentBytes - recent[0]!.length >= maxEnd) recentBytes -= recent.shift()!.length;
    },
    beginning: () => beginning,
    errorAtEnd() {
      const end = Buffer.concat(recent).subarray(-maxEnd).toString("utf8");
      const at = /^[[,\s]*(?=\{\s*"error"\s*:)/m.exec(end);
      return at ? jsonIn(end.slice(at.index + at[0].length).replace(/[\s\]]*$/, "")) : undefined;
    },
  };
}
