import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";

/** Not needed to run: maps, types, sources in C, and what a library carries for debugging it and for other bundlers. */
const needless =
  /(?:\.map|\.d\.[cm]?ts|\.md|\.[ch]|\.inline\.js)$|^node_modules\/(?:\.|web-tree-sitter\/debug\/)/;
const licence = /(?:licen[cs]e|notice|copying)[^/]*$/i;

/**
 * The files below a folder as one: how long the index is, the index, and the files' bytes one after the other.
 *
 * @returns them compressed, and a hash of what they are.
 */
export function collectFiles(folder: string): { readonly bytes: Buffer; readonly hash: string } {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => (!needless.test(name) || licence.test(name)) && statSync(join(folder, name)).isFile())
    .toSorted();
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const index = Buffer.from(
    JSON.stringify(
      files.map(({ name, bytes }) => ({
        name,
        size: bytes.length,
        isProgram: (statSync(join(folder, name)).mode & 0o100) !== 0,
      })),
    ),
  );
  const indexLength = Buffer.alloc(4);
  indexLength.writeUInt32LE(index.length);
  const all = Buffer.concat([indexLength, index, ...files.map(({ bytes }) => bytes)]);
  const level = { [constants.ZSTD_c_compressionLevel]: 19 };
  return {
    bytes: zstdCompressSync(all, { params: level }),
    hash: createHash("sha256").update(all).digest("hex").slice(0, 16),
  };
}
