import { createGunzip } from "node:zlib";
import { Readable } from "node:stream";
import { ConfigError, messageOf } from "@skein/protocol";
import type { Parser } from "tar";
import type { ArchiveLimits } from "./limits.ts";
import { refusedArchive } from "./refused-archive.ts";

/** An archive as it is kept. */
export interface Archive {
  /** Of the file it was, for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Hands an archive to a parser, which must be strict, and stops at its first complaint. Throws `ConfigError`. */
export async function feedArchive(
  { name, bytes }: Archive,
  parser: Pick<Parser, "on" | "write" | "end">,
  limits: ArchiveLimits,
): Promise<void> {
  let complaint: unknown;
  parser.on("error", (error: unknown) => {
    complaint ??= error;
  });
  const most = Math.min(limits.unpackedBytes, Math.max(limits.freeBytes, bytes.length * limits.ratio));
  let size = 0;
  try {
    for await (const chunk of unzipped(bytes)) {
      // The parser would unpack what was packed twice, and its size would be counted by no one.
      if (size === 0 && isGzip(chunk))
        throw refusedArchive(name, "it was packed twice, or is no tar archive");
      size += chunk.length;
      if (size > most)
        throw refusedArchive(
          name,
          `unpacked it has more than ${most / 1_000_000} MB`,
          `At most ${limits.unpackedBytes / 1_000_000} MB are unpacked, and ${limits.ratio} times its own size.`,
        );
      parser.write(Buffer.from(chunk));
      if (complaint !== undefined) throw complaint;
    }
    parser.end();
    if (complaint !== undefined) throw complaint;
  } catch (error) {
    if (ConfigError.is(error)) throw error;
    throw refusedArchive(name, `${entryOf(error)}${messageOf(error)}`);
  }
}

function unzipped(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (!isGzip(bytes)) return Readable.from([bytes]);
  const gunzip = createGunzip();
  gunzip.end(bytes);
  return gunzip;
}

/** No name of a file begins with its first byte. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f;
}

/** The parser notes what it complains of. */
function entryOf(error: unknown): string {
  const about = error as {
    readonly entry?: { readonly path?: string };
    readonly header?: { readonly path?: string };
  };
  const path = about.entry?.path ?? about.header?.path;
  return path === undefined ? "" : `${JSON.stringify(path)}: `;
}
