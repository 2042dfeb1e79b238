// Recorders store what they see: raw bytes, or lines of JSON without their
// frames. A dialect knows how to restore what is missing.

import type { AssistantPart } from "@skein/protocol";
import type { Expected } from "./exchange.ts";

/** Types of a reply's parts, in order, for oracles that name them. */
interface BlockNames {
  /** Names the parts that the provider read, in the oracle's words. */
  readonly seen: (parts: readonly AssistantPart[]) => readonly string[];
  /**
   * Returns the names that the oracle wrote, without those that only its own
   * way of reading produces.
   */
  readonly wanted: (expected: Expected) => readonly string[];
  /**
   * Returns true if a part is signed. Absent: the oracle does not count
   * signatures.
   */
  readonly isSigned?: (part: AssistantPart) => boolean;
}

/**
 * Properties of a wire that matter when recordings of it are replayed.
 *
 * Only `frame` and `endsAt` are needed. The rest exists where a recorder or an
 * oracle differs from the wire.
 */
export interface RecordedForm {
  /**
   * Restores the framing of a line of JSON that the recorder lost.
   *
   * Input is one line without its end. Output includes the empty line that ends
   * an event, where the wire has one.
   */
  readonly frame: (line: string) => string;
  /**
   * End of a stream of such lines, if that was lost too. Default: none.
   *
   * Added only if the recording does not contain it already.
   */
  readonly terminator?: string;
  /**
   * Finds the position from which a reader may take the reply as ended.
   * Everything shorter is half a reply.
   *
   * Measured in bytes from the start. Cases about early ends cut only before
   * this position, so it must be the first one at which a reader could know
   * that the reply is complete: a later one would demand failures of complete
   * replies.
   */
  readonly endsAt: (bytes: Buffer) => number;
  /** Types of parts. Absent: they are not compared. */
  readonly blocks?: BlockNames;
  /** Counters that oracles record, if the wire has others too. Default: all. */
  readonly counters?: readonly string[];
}
