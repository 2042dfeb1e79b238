import { detectUnicode, findEncoding, fitsEncoding, type Encoding } from "@skein/platform/text";
import { realPath, type FileNotes, type NotedIn } from "./file-notes.ts";

/** Encodings that calls have named for files, so that the next call need not. */
export interface StatedEncodings {
  /**
   * The encoding that was named for a file. It is forgotten once the bytes are no text in it.
   *
   * @param path - absolute.
   */
  find(path: string, bytes: Buffer, notedIn: NotedIn): Promise<Encoding | undefined>;
  /** Finds the encodings of several files, by the beginnings of their bytes. */
  finder(notedIn: NotedIn): (path: string, bytes: Buffer) => Promise<Encoding | undefined>;
  /** A call has named this encoding. @param encoding - `undefined`: the one named before no longer counts. */
  note(path: string, bytes: Buffer, encoding: Encoding | undefined, notedIn: NotedIn): Promise<void>;
}

export function statedEncodings(notes: FileNotes): StatedEncodings {
  return {
    async find(path, bytes, notedIn) {
      const name = await notes.find("encodings", path, notedIn);
      const encoding = name === undefined ? undefined : findEncoding(name);
      if (encoding === undefined || fitsEncoding(bytes, encoding)) return encoding;
      await notes.note("encodings", path, undefined, notedIn);
      return undefined;
    },
    finder(notedIn) {
      const names = notes.all("encodings", notedIn);
      return async (path, bytes) => {
        const name = names.size === 0 ? undefined : names.get(await realPath(path));
        const encoding = name === undefined ? undefined : findEncoding(name);
        return encoding !== undefined && fitsEncoding(bytes, encoding) ? encoding : undefined;
      };
    },
    async note(path, bytes, encoding, notedIn) {
      // What the bytes tell by themselves need not be remembered.
      const isPlain = encoding === undefined || (encoding === "utf-8" && detectUnicode(bytes) !== undefined);
      await notes.note("encodings", path, isPlain ? undefined : encoding, notedIn);
    },
  };
}
