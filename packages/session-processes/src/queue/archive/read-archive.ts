import { open } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { outgoingFetch } from "@skein/platform/outgoing";
import { ConfigError, messageOf } from "@skein/protocol";
import type { Archive } from "./feed-archive.ts";
import { archiveLimits } from "./limits.ts";
import { refusedArchive } from "./refused-archive.ts";

const fetchMs = 300_000;

/** Whether a place of files is an archive, and no repository, by its name. */
export function isArchive(written: string): boolean {
  return /\.(?:tar|tar\.gz|tgz)$/i.test(URL.parse(written)?.pathname ?? written);
}

/**
 * Reads the archive of a path or an `https:` address. Throws `ConfigError`.
 *
 * @param cwd - what a path is relative to. @param limit - in bytes.
 */
export async function readArchive(
  written: string,
  cwd: string,
  { limit = archiveLimits.packedBytes, fetch: get = outgoingFetch } = {},
): Promise<Archive> {
  const url = URL.parse(written);
  if (!url) {
    const path = resolve(cwd, written);
    return { name: basename(path), bytes: await fileBytes(path, limit) };
  }
  // A query may have a key in it, and is not repeated.
  const address = `${url.protocol}//${url.host}${url.pathname}`;
  const hint = "Write https://HOST/FILE.tar.gz, or the path of a file.";
  if (url.username || url.password)
    throw refusedArchive(address, "the address has a user or a password in it", hint);
  if (url.protocol !== "https:") throw refusedArchive(address, "archives are fetched by https: alone", hint);
  if (url.hash) throw refusedArchive(address, "an archive has no branches, so nothing comes after #", hint);
  return { name: basename(url.pathname), bytes: await fetchedBytes(url, address, { limit, get }) };
}

async function fileBytes(path: string, limit: number): Promise<Uint8Array> {
  try {
    await using file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile()) throw refusedArchive(path, "it is no file");
    if (stat.size > limit) throw tooLarge(path, limit);
    return await file.readFile();
  } catch (error) {
    throw named(error, path);
  }
}

async function fetchedBytes(
  url: URL,
  address: string,
  { limit, get }: { readonly limit: number; readonly get: typeof fetch },
): Promise<Uint8Array> {
  try {
    const response = await get(url, { signal: AbortSignal.timeout(fetchMs) });
    if (!response.ok) throw refusedArchive(address, `the server answers ${response.status}`);
    if (response.redirected && !response.url.startsWith("https:"))
      throw refusedArchive(address, "the server sends on to an address without https:");
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > limit) throw tooLarge(address, limit);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw named(error, address);
  }
}

function tooLarge(what: string, limit: number): Error {
  return refusedArchive(
    what,
    `it has more than ${limit / 1_000_000} MB`,
    "Leave out what can be installed or made again, or use a git repository.",
  );
}

function named(error: unknown, what: string): Error {
  if (ConfigError.is(error)) return error;
  const cause = error instanceof Error && error.cause !== undefined ? ` (${messageOf(error.cause)})` : "";
  return refusedArchive(what, `it cannot be read: ${messageOf(error)}${cause}`, "Check the path or address.");
}
