import { createHash, type Hash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "@skein/protocol";

const maxFiles = 1000;
const maxBytes = 16 * 1024 * 1024;

export interface HashedContent {
  /** SHA-256, hex, over names and bytes. */
  readonly hash: string;
  /** Paths below the `.skein` folder, sorted. */
  readonly files: readonly string[];
}

/**
 * The hash of a project's `.skein` folder. Links are refused: their targets may change while the hash stays the same.
 *
 * @returns `undefined` when there is no such folder.
 *
 * Throws `ConfigError` for links, special files, and above 1,000 files or 16 MiB.
 */
export async function hashProject(folder: string): Promise<HashedContent | undefined> {
  const root = join(folder, ".skein");
  const stats = await lstat(root).catch(() => undefined);
  if (!stats) return undefined;
  if (!stats.isDirectory()) throw refused(root, "is a link or a file, not a folder");

  const files = (await filesBelow(root, "")).toSorted((one, other) => (one < other ? -1 : 1));
  const hash = createHash("sha256");
  let bytes = 0;
  for (const file of files) {
    const content = await readFile(join(root, file));
    bytes += content.length;
    if (bytes > maxBytes) throw refused(root, `holds more than ${maxBytes / 1024 / 1024} MiB`);
    add(hash, Buffer.from(file));
    add(hash, content);
  }
  return { hash: hash.digest("hex"), files };
}

/** Prefixed with its length, so that different contents never give the same bytes. */
function add(hash: Hash, bytes: Uint8Array): void {
  hash.update(`${bytes.length}\n`).update(bytes);
}

async function filesBelow(root: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesBelow(root, path)));
    else if (entry.isFile()) found.push(path);
    else throw refused(join(root, path), "is a link or no file");
    if (found.length > maxFiles) throw refused(root, `holds more than ${maxFiles} files`);
  }
  return found;
}

function refused(path: string, what: string): ConfigError {
  return new ConfigError("usage", `${path} ${what}, and cannot be trusted.`, {
    hint: "Only plain files can be trusted. Replace or remove it.",
  });
}
