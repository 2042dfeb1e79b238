import type { Access, Call } from "./outgoing-request.ts";
import { loadAnthropicSdk } from "./later.ts";

/** Makes a call through the vendor's SDK, which writes and sends the request. */
export async function throughSdk(
  { key, baseUrl, headers }: Access,
  { method, path, body, headers: more }: Call,
  fetchOnce: typeof fetch,
): Promise<unknown> {
  const { default: Anthropic } = await loadAnthropicSdk();
  const client = new Anthropic({
    apiKey: key,
    baseURL: baseUrl,
    maxRetries: 0,
    openTelemetry: false,
    logLevel: "off",
    webhookKey: null,
    defaultHeaders: { ...headers },
    fetch: fetchOnce,
  });
  const options = { headers: { ...more } };
  return client[method](path, body ? { ...options, body, stream: true } : options).asResponse();
}
