import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ConfigError } from "@skein/protocol";

/** One file of an app that was built for browsers, as it is sent. */
export interface Page {
  readonly type: string;
  readonly body: Buffer;
  /** Where it saves something. */
  readonly gzipped: Buffer | undefined;
  readonly etag: string;
}

/** By path, from `/`. `/` is `index.html`. */
export type Pages = ReadonlyMap<string, Page>;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};
const isCompressed = /^(?:image\/(?!svg)|font\/)/;

const mostFiles = 500;
const mostBytes = 32 * 1024 * 1024;

/**
 * Reads all files of a folder that browsers can use. Requests are answered from this table and never lead to a path, so no
 * request reaches another file; links in the folder are not followed. Rejects with `ConfigError`.
 */
export async function readPages(folder: string): Promise<Pages> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new ConfigError("usage", `${folder}: the browser app cannot be read.`, { cause });
  });
  const files = entries.filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined);
  if (files.length > mostFiles)
    throw new ConfigError("usage", `${folder} has ${files.length} files: it is no browser app.`);
  const pages = new Map<string, Page>();
  let bytes = 0;
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const page = await pageOf(file);
    bytes += page.body.length;
    if (bytes > mostBytes)
      throw new ConfigError("usage", `${folder} is larger than ${mostBytes / 1024 / 1024} MB.`);
    pages.set(`/${relative(folder, file).split(sep).join("/")}`, page);
  }
  const index = pages.get("/index.html");
  if (!index) throw new ConfigError("usage", `${folder}: index.html is missing.`);
  return pages.set("/", index);
}

async function pageOf(file: string): Promise<Page> {
  const type = types[extname(file)] ?? "";
  const body = await readFile(file);
  const smaller = isCompressed.test(type) ? body : await promisify(gzip)(body);
  return {
    type,
    body,
    gzipped: smaller.length < body.length * 0.9 ? smaller : undefined,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
  };
}
