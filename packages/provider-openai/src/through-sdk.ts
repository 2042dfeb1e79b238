import type { Access, Call } from "./outgoing-request.ts";
import { loadOpenAISdk } from "./later.ts";

/** The SDK wants a key even where none is sent. */
const noKey = "none";

/** Makes a call through the vendor's SDK, which writes and sends the request. */
export async function throughSdk(
  { key, baseUrl, organization, project, headers }: Access,
  { method, path, body }: Call,
  fetchOnce: typeof fetch,
): Promise<unknown> {
  const { default: OpenAI } = await loadOpenAISdk();
  const client = new OpenAI({
    apiKey: key ?? noKey,
    adminAPIKey: null,
    baseURL: baseUrl,
    organization: organization ?? null,
    project: project ?? null,
    maxRetries: 0,
    logLevel: "off",
    webhookSecret: null,
    defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
    fetch: fetchOnce,
  });
  return client[method](path, body ? { body, stream: true } : {}).asResponse();
}
