import { hashOf } from "../hash-of.ts";
import type { FileNotes, NotedIn } from "./file-notes.ts";
import { recentContents } from "./recent-contents.ts";
import { statedEncodings, type StatedEncodings } from "./stated-encodings.ts";

/** What the model last saw of a file, against what the file is now. */
type Knowledge =
  | "unknown"
  | "current"
  /** The file has changed since. `before`: what the model saw, if it is still there. */
  | { readonly before: Buffer | undefined };

/** Which files the model has seen, and what they were then. */
export interface KnownFiles {
  readonly encodings: StatedEncodings;
  /** @param path - absolute. */
  compare(path: string, now: Buffer, seenIn: NotedIn): Promise<Knowledge>;
  /** The model now knows this content of the file. */
  note(path: string, content: Buffer, seenIn: NotedIn): Promise<void>;
}

/** Of a hash, in hexadecimal: enough to notice a change, which is no attack. */
const hashLength = 16;

/** Hashes of files and their encodings are kept in the state of the session. */
export function knownFiles(notes: FileNotes): KnownFiles {
  const contents = recentContents();
  return {
    encodings: statedEncodings(notes),
    async compare(path, now, seenIn) {
      const seen = await notes.find("files", path, seenIn);
      if (seen === undefined) return "unknown";
      return seen === shortHash(now) ? "current" : { before: contents.find(seen) };
    },
    async note(path, content, seenIn) {
      const hash = shortHash(content);
      contents.add(hash, content);
      await notes.note("files", path, hash, seenIn);
    },
  };
}

function shortHash(content: Buffer): string {
  return hashOf(content).slice(0, hashLength);
}
