// The start of a body tells a web page from a stream, and its end can contain
// an error that no frame delivers. Neither needs the whole body.
import type { JsonValue } from "@skein/protocol";
import { jsonIn } from "../json-fields.ts";

/** Characters of the start and bytes of the end to remember. */
const [maxBeginning, maxEnd] = [1000, 16_384];

/** Start and end of a body, for error messages. */
export interface WatchedBody {
  /** Adds a chunk. Only as much as needed is remembered. */
  saw(bytes: Uint8Array): void;
  /** Returns the start as text. */
  beginning(): string;
  /**
   * Finds an unframed error at the end of the stream, with which some servers
   * abort a reply.
   */
  errorAtEnd(): JsonValue | undefined;
}

/** Creates the memory of one body. */
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
