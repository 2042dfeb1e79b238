import type { Word } from "../analysis.ts";

/** A word that names a file, and what is done with the file. `unknown`: the program is not one that is known. */
export interface PathUse {
  /** As in the command: links, `..`, `~` and patterns are the caller's to resolve, against the segment's folders. */
  readonly word: Word;
  readonly access: "reads" | "writes" | "unknown";
  /** Files that appear in it under their own names, where it is a folder. */
  readonly receives?: readonly Word[];
  /** Whether it is a file that the program makes or whose content it changes. */
  readonly isMade?: boolean;
}
