import { realpath } from "node:fs/promises";
import { isJsonObject, type ExtensionState, type JsonValue } from "@skein/protocol";

/** The session in which something was noted. */
export interface NotedIn {
  readonly session?: string;
  /** Default: what was noted is forgotten with this process. */
  readonly state?: ExtensionState;
}

/** What is noted of a file. */
type NoteKind = "files" | "encodings";

/** A word about each of some files, in the state of the session: it survives a restart and follows a rewind. */
export interface FileNotes {
  /** By real paths. */
  all(kind: NoteKind, notedIn: NotedIn): ReadonlyMap<string, string>;
  /** @param path - absolute. */
  find(kind: NoteKind, path: string, notedIn: NotedIn): Promise<string | undefined>;
  /** @param path - absolute. @param word - `undefined`: what was noted is forgotten. */
  note(kind: NoteKind, path: string, word: string | undefined, notedIn: NotedIn): Promise<void>;
}

/** Files of one kind: the state of an extension is written whole each time. */
const mostFiles = 64;

export function fileNotes(): FileNotes {
  const unkept = new Map<string, JsonValue>();
  let writing: Promise<unknown> = Promise.resolve();

  const read = ({ session = "", state }: NotedIn) => (state ? state.read() : unkept.get(session));
  const wordsOf = (kind: NoteKind, notedIn: NotedIn) => wordsIn(read(notedIn), kind);

  async function set(
    kind: NoteKind,
    file: string,
    word: string | undefined,
    notedIn: NotedIn,
  ): Promise<void> {
    const words = wordsOf(kind, notedIn);
    if (words.get(file) === word) return;
    words.delete(file);
    if (word !== undefined) words.set(file, word);
    const before = read(notedIn);
    const now = {
      ...(isJsonObject(before) ? before : {}),
      [kind]: Object.fromEntries([...words].slice(-mostFiles)),
    };
    if (notedIn.state) await notedIn.state.write(now);
    else unkept.set(notedIn.session ?? "", now);
  }

  return {
    all: wordsOf,
    find: async (kind, path, notedIn) => wordsOf(kind, notedIn).get(await realPath(path)),
    async note(kind, path, word, notedIn) {
      const file = await realPath(path);
      // One after the other: each writes what the one before has left.
      const written = writing.then(() => set(kind, file, word, notedIn));
      writing = written.catch(() => {});
      await written;
    },
  };
}

function wordsIn(state: JsonValue | undefined, kind: NoteKind): Map<string, string> {
  const words = isJsonObject(state) ? state[kind] : undefined;
  const entries = isJsonObject(words) ? Object.entries(words) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** A file that links lead to is one file. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
