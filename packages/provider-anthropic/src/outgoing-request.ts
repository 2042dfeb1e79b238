import { bodyBytes, joinedHeaders } from "@skein/provider-kit";
import type { OutgoingRequest } from "@skein/provider-kit";

/** Source: platform.claude.com/docs/en/api/versioning; the SDK's own. */
const apiVersion = "2026-10-21";

/** Where requests go, and who sends them. */
export interface Access {
  readonly key: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: "get" | "post";
  readonly path: string;
  readonly body?: object;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The request that the vendor's SDK sends for a call, but for what it tells of itself. Loading the SDK would
 * delay the first request.
 */
export function outgoingRequest(
  { key, baseUrl, headers }: Access,
  { method, path, body, headers: more }: Call,
): OutgoingRequest {
  return {
    method: method.toUpperCase(),
    url: new URL(`${baseUrl}${path}`).href,
    headers: joinedHeaders(
      { accept: "application/json", "anthropic-version": apiVersion, authorization: `Bearer ${key}` },
      headers,
      body ? { "content-type": "application/json" } : {},
      more,
    ),
    body: body && bodyBytes(body),
  };
}
