import { extname } from "node:path";

/** The type of a file, detected by its first bytes. */
export type FileKind =
  | { readonly kind: "text" }
  | {
      readonly kind: "image" | "binary";
      readonly mediaType: string;
      /** Whether its first bytes name another type than text. */
      readonly isKnown: boolean;
    };

/** Their first bytes, one character per byte. */
const images: Readonly<Record<string, string>> = {
  "\x89PNG\r\n\x1a\n": "image/png",
  "\xff\xd8\xff": "image/jpeg",
  GIF87a: "image/gif",
  GIF89a: "image/gif",
};

const binaries: Readonly<Record<string, string>> = {
  "%PDF-": "application/pdf",
  "PK\x03\x04": "application/zip",
  "\x1f\x8b": "application/gzip",
  "\x7fELF": "ELF program",
  "SQLite format 3\0": "SQLite database",
  // In front of UTF-16, whose mark it begins with.
  "\xff\xfe\0\0": "UTF-32 text",
  "\0\0\xfe\xff": "UTF-32 text",
  "\xff\xfe": "UTF-16 text",
  "\xfe\xff": "UTF-16 text",
};

/** @param start - the first bytes; 8,192 are enough. */
export function fileKind(path: string, start: Buffer): FileKind {
  const bytes = start.toString("latin1");
  const isWebp = bytes.startsWith("RIFF") && bytes.startsWith("WEBP", 8);
  const image = isWebp ? "image/webp" : kindIn(images, bytes);
  if (image !== undefined) return { kind: "image", mediaType: image, isKnown: true };
  const binary = kindIn(binaries, bytes);
  if (binary !== undefined) return { kind: "binary", mediaType: binary, isKnown: !isTextKind(binary) };
  if (!bytes.includes("\0")) return { kind: "text" };
  const mediaType = extname(path) === "" ? "unknown type" : `${extname(path)} file`;
  return { kind: "binary", mediaType, isKnown: false };
}

/** Whether the name is of an encoding: the bytes are text after all. */
function isTextKind(mediaType: string): boolean {
  return mediaType.startsWith("UTF-");
}

function kindIn(kinds: Readonly<Record<string, string>>, bytes: string): string | undefined {
  return Object.entries(kinds).find(([magic]) => bytes.startsWith(magic))?.[1];
}
