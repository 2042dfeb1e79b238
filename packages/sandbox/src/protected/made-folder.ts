import { createHash } from "node:crypto";

/** Where it is written down what the commands of a session have made: it counts for a resumed session, too. */
export interface MadeRecords {
  /** The folder for the sandbox's own files, which commands cannot write to. */
  readonly state: string;
  readonly session: string;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Names of the folder that has a session's records, below `state`. */
export function madeFolder(session: string): readonly string[] {
  return ["made", hashOf(session)];
}
