import { bodyBytes, joinedHeaders } from "@skein/provider-kit";
import type { OutgoingRequest } from "@skein/provider-kit";

/** Where requests go, and who sends them. */
export interface Access {
  /** `undefined`: the server wants none. */
  readonly key: string | undefined;
  readonly baseUrl: string;
  readonly organization: string | undefined;
  readonly project: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: "get" | "post";
  readonly path: string;
  readonly body?: object;
}

/**
 * The request that the vendor's SDK sends for a call, but for what it tells of itself. Loading the SDK would
 * delay the first request.
 */
export function outgoingRequest(
  { key, baseUrl, organization, project, headers }: Access,
  { method, path, body }: Call,
): OutgoingRequest {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return {
    method: method.toUpperCase(),
    url: url.href,
    headers: joinedHeaders(
      { accept: "application/json", "openai-organization": organization, "openai-project": project },
      key === undefined ? {} : { authorization: `Bearer ${key}` },
      headers,
      body ? { "content-type": "application/json" } : {},
    ),
    body: body && bodyBytes(body),
  };
}
