import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The files of a package's tarball by path, without the `package/` they are all under. */
export function readTarball(path: string): ReadonlyMap<string, Buffer> {
  const bytes = gunzipSync(readFileSync(path));
  const files = new Map<string, Buffer>();
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0;) {
    const { name, size, isFile } = header(bytes.subarray(at, at + block));
    const start = at + block;
    if (isFile) files.set(name.replace(/^package\//, ""), bytes.subarray(start, start + size));
    at = start + Math.ceil(size / block) * block;
  }
  return files;
}

const block = 512;

/** Source: POSIX.1-1988, ustar. Names that do not fit it come in headers of other kinds: pnpm has no need of them here. */
function header(bytes: Buffer): { name: string; size: number; isFile: boolean } {
  const field = (from: number, length: number) =>
    bytes.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const prefix = field(345, 155);
  const name = prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`;
  const kind = field(156, 1);
  if (!["", "0", "5"].includes(kind)) throw new Error(`${name} is an entry of the kind "${kind}".`);
  return { name, size: Number.parseInt(field(124, 12), 8), isFile: kind !== "5" };
}
