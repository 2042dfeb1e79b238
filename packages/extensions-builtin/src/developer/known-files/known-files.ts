import { realpath } from "node:fs/promises";
import { isJsonObject, type ExtensionState, type JsonValue } from "@skein/protocol";
import { hashOf } from "../hash-of.ts";
import { recentContents } from "./recent-contents.ts";

/** What the model last saw of a file, against what the file is now. */
type Knowledge =
  | "unknown"
  | "current"
  /** The file has changed since. `before`: what the model saw, if it is still there. */
  | { readonly before: Buffer | undefined };

/** The session in which something was seen. */
interface SeenIn {
  readonly session?: string;
  /** Default: what was seen is forgotten with this process. */
  readonly state?: ExtensionState;
}

/** Which files the model has seen, and what they were then. */
export interface KnownFiles {
  /** @param path - absolute. */
  compare(path: string, now: Buffer, seenIn: SeenIn): Promise<Knowledge>;
  /** The model now knows this content of the file. */
  note(path: string, content: Buffer, seenIn: SeenIn): Promise<void>;
}

/** Files remembered in a session: the state of an extension is written whole each time. */
const mostFiles = 64;
/** Of a hash, in hexadecimal: enough to notice a change, which is no attack. */
const hashLength = 16;

/** Hashes are kept in the state of the session, so they survive a restart and follow a rewind. */
export function knownFiles(): KnownFiles {
  const contents = recentContents();
  const unkept = new Map<string, JsonValue>();
  let writing: Promise<unknown> = Promise.resolve();

  const read = ({ session = "", state }: SeenIn) => hashesIn(state ? state.read() : unkept.get(session));
  const write = async ({ session = "", state }: SeenIn, value: JsonValue) => {
    if (state) await state.write(value);
    else unkept.set(session, value);
  };

  async function add(file: string, hash: string, seenIn: SeenIn): Promise<void> {
    const seen = read(seenIn);
    if (seen.get(file) === hash) return;
    seen.delete(file);
    const files = Object.fromEntries([...seen, [file, hash] as const].slice(-mostFiles));
    await write(seenIn, { files });
  }

  return {
    async compare(path, now, seenIn) {
      const seen = read(seenIn).get(await realPath(path));
      if (seen === undefined) return "unknown";
      return seen === shortHash(now) ? "current" : { before: contents.find(seen) };
    },
    async note(path, content, seenIn) {
      const [file, hash] = [await realPath(path), shortHash(content)];
      contents.add(hash, content);
      // One after the other: each writes what the one before has left.
      const written = writing.then(() => add(file, hash, seenIn));
      writing = written.catch(() => {});
      await written;
    },
  };
}

function hashesIn(state: JsonValue | undefined): Map<string, string> {
  const files = isJsonObject(state) ? state["files"] : undefined;
  const entries = isJsonObject(files) ? Object.entries(files) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function shortHash(content: Buffer): string {
  return hashOf(content).slice(0, hashLength);
}

/** A file that links lead to is one file. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
