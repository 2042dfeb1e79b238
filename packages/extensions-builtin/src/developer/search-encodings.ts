import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { detectEncoding, type DetectedEncoding, type Encoding } from "@skein/platform/text";
import { mostEditedBytes } from "./known-files/most-edited-bytes.ts";
import { fileKind } from "./reading/file-kind.ts";
import { isWide } from "./reading/text-view.ts";
import { ripgrep } from "./ripgrep.ts";

/** A file that ripgrep does not decode by itself. */
export interface EncodedFile extends DetectedEncoding {
  /** As ripgrep writes it. */
  readonly path: string;
}

/** Files that match `unusual`. */
const mostFiles = 5000;
/** Of a file, to detect its encoding. */
const sampleBytes = 262_144;
const atOnce = 16;

/** A NUL byte: UTF-16 and UTF-32 have them, and binary files. */
export const withNul = String.raw`(?-u)\x00`;

/** Bytes beyond ASCII, a NUL byte, Japanese escape sequences, or what every notebook and every PDF has. */
const unusual = String.raw`(?-u)[\x00\x80-\xFF]|\x1B\$[@B]|"cells"|%PDF-`;

export interface UnusualFiles {
  /** Of ripgrep: which files are searched. */
  readonly options: readonly string[];
  /** The file or folder that is searched. */
  readonly path: string;
  /** What makes a file unusual. Default: all that `read` may show in another way. */
  readonly pattern?: string;
}

/** Lists files that ripgrep may not search as `read` shows them, by the names that it gives them. */
export async function listUnusualFiles(
  { options, path, pattern = unusual }: UnusualFiles,
  cwd: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = [];
  let unfinished = "";
  await ripgrep(
    [...options, "--files-with-matches", "--null", "--text", "--encoding=none", "--", pattern, path],
    cwd,
    (output) => {
      const parts = (unfinished + output.toString("utf8")).split("\0");
      unfinished = parts.pop() ?? "";
      names.push(...parts);
      return names.length < mostFiles;
    },
    signal,
  );
  return names.slice(0, mostFiles);
}

/** The encoding that was named for a file. @param path - absolute. @param bytes - the beginning of the file. */
export type StatedFor = (path: string, bytes: Buffer) => Promise<Encoding | undefined>;

interface FindOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Default: none was named. */
  readonly statedFor?: StatedFor;
}

/** Finds text files in encodings that ripgrep does not detect: all but UTF-8, and UTF-16 with a byte order mark. */
export async function findEncodedFiles(
  names: readonly string[],
  options: FindOptions,
): Promise<readonly EncodedFile[]> {
  const found: EncodedFile[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    options.signal.throwIfAborted();
    const files = await Promise.all(names.slice(at, at + atOnce).map((path) => encodedFile(path, options)));
    found.push(...files.filter((file) => file !== undefined));
  }
  return found;
}

async function encodedFile(path: string, { cwd, statedFor }: FindOptions): Promise<EncodedFile | undefined> {
  const file = resolve(cwd, path);
  const sample = await sampleOf(file).catch(() => undefined);
  if (!sample) return undefined;
  const kind = fileKind(path, sample.subarray(0, 8192));
  if (kind.kind === "image" || (kind.kind === "binary" && kind.isKnown)) return undefined;
  const stated = await statedFor?.(file, sample);
  const detected = stated ? { encoding: stated, isGuess: false } : await detectEncoding(sample);
  const isMarked = kind.kind === "binary" && kind.mediaType === "UTF-16 text";
  if (detected.encoding === "utf-8" || isMarked) return undefined;
  return kind.kind === "text" || isWide(detected) ? { path, ...detected } : undefined;
}

/** The beginning of a file that `read` decodes as a whole, up to the end of a line. */
async function sampleOf(path: string): Promise<Buffer | undefined> {
  const { size } = await stat(path);
  if (size > mostEditedBytes) return undefined;
  await using file = await open(path, "r");
  const buffer = Buffer.alloc(Math.min(size, sampleBytes));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  const bytes = buffer.subarray(0, bytesRead);
  return size > bytesRead ? bytes.subarray(0, bytes.lastIndexOf("\n") + 1 || bytes.length) : bytes;
}
