import { bodyBytes, joinedHeaders } from "@skein/provider-kit";
import type { OutgoingRequest } from "@skein/provider-kit";

/** Where requests go, and who sends them. */
export interface Access {
  readonly key: string;
  /** Without the version and a slash at its end. */
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Call =
  | { readonly do: "generate"; readonly model: string; readonly body: object }
  | { readonly do: "create-cache"; readonly model: string; readonly body: object }
  | { readonly do: "list-models"; readonly pageSize: number };

/**
 * The request that the vendor's SDK sends for a call, but for what it tells of itself. Loading the SDK would
 * delay the first request.
 */
export function outgoingRequest({ key, baseUrl, apiVersion, headers }: Access, call: Call): OutgoingRequest {
  const to = (path: string): string => new URL(`${baseUrl}/${apiVersion}/${path}`).href;
  const common = { "content-type": "application/json", "x-goog-api-key": key };
  const joined = joinedHeaders(common, headers);
  switch (call.do) {
    case "generate": {
      const path = `${named(call.model)}:streamGenerateContent?alt=sse`;
      return { method: "POST", url: to(path), headers: joined, body: bodyBytes(call.body) };
    }
    case "create-cache":
      return { method: "POST", url: to("cachedContents"), headers: joined, body: bodyBytes(call.body) };
    case "list-models":
      return { method: "GET", url: to(`models?pageSize=${call.pageSize}`), headers: joined };
  }
}

function named(model: string): string {
  return /^(models|tunedModels)\//.test(model) ? model : `models/${model}`;
}
