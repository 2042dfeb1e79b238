import type { AssistantPart } from "@skein/protocol";
import type { Expected } from "./exchange.ts";

/** The kinds of a reply's parts, in their order, where an oracle names them. */
interface BlockNames {
  readonly seen: (parts: readonly AssistantPart[]) => readonly string[];
  /** What the oracle wrote, without what only its own way of reading put there. */
  readonly wanted: (expected: Expected) => readonly string[];
  /** Whether a part is signed, where the oracle counts those. */
  readonly isSigned?: (part: AssistantPart) => boolean;
}

/** What is particular to a wire when recordings of it are replayed. */
export interface RecordedForm {
  /** Puts the framing back round a line of JSON where the recorder lost it. */
  readonly frame: (line: string) => string;
  /** What ends a stream of such lines, where that was lost too. */
  readonly terminator?: string;
  /** The place where a reader may first take the reply as ended: all that is shorter is half a reply. */
  readonly endsAt: (bytes: Buffer) => number;
  readonly blocks?: BlockNames;
  /** The counters that oracles keep, where the wire has others too. */
  readonly counters?: readonly string[];
}
