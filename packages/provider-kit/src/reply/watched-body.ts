import type { JsonValue } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";

/** Characters of the beginning, and bytes of the end, to keep. */
const [maxBeginning, maxEnd] = [1000, 16_384];

/** Keeps the beginning and end of a body, for error messages. */
export interface WatchedBody {
  saw(bytes: Uint8Array): void;
  beginning(): string;
  /** An unframed error in the stream, with which some servers abort a reply. */
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
