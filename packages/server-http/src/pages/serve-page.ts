import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page, Pages } from "./read-pages.ts";

/** Paths that need no token: the app holds no data, and says how to log in where a browser has not. */
export function publicPathsOf(pages: Pages): readonly string[] {
  return [...pages.keys()];
}

/** Answers what asks for a file of the app. @returns whether it did. */
export function servePage(
  pages: Pages,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const page = pages.get(path);
  if (!page) return false;
  response.setHeader("content-type", page.type);
  response.setHeader("cache-control", caching(path, page));
  response.setHeader("etag", page.etag);
  if (request.headers["if-none-match"] === page.etag) {
    response.writeHead(304).end();
    return true;
  }
  response.setHeader("vary", "accept-encoding");
  const encodings = request.headers["accept-encoding"] ?? "";
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:[,\s]|$))/.test(encodings);
  const body = (takesGzip ? page.gzipped : undefined) ?? page.body;
  if (body === page.gzipped) response.setHeader("content-encoding", "gzip");
  response.setHeader("content-length", body.length);
  response.writeHead(200).end(request.method === "HEAD" ? undefined : body);
  return true;
}

/** Files in `assets` have a hash of their content in their names. */
function caching(path: string, { type }: Page): string {
  if (path.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  return type.startsWith("text/html") ? "no-store" : "no-cache";
}
