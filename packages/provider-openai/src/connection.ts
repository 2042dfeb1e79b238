import { ConfigError } from "@skein/protocol";
import { apiKey, openTransport, sendThrough } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";
import { endpointOf } from "./address.ts";
import type { Endpoint } from "./address.ts";
import { refusalError } from "./errors.ts";
import { addressVariable, defaultProviderId, keyVariable } from "./names.ts";
import { ModelSlip, slipIn } from "./reply/model-slip.ts";
import type { OpenAISettings } from "./settings.ts";

export interface Connection {
  readonly context: ErrorContext;
  readonly endpoint: Endpoint;
  /** Resolves with a 2xx answer whose body has not been read. Throws `ProviderError`, and `ModelSlip`. */
  readonly send: (call: Call, signal: AbortSignal) => Promise<Response>;
}

interface Call {
  readonly method: "get" | "post";
  readonly path: string;
  readonly body?: object;
}

/** The SDK wants a key even where none is sent. */
const noKey = "none";

/** Finds the key and the address and loads the SDK. Throws `ConfigError`. */
export async function connect(settings: OpenAISettings): Promise<Connection> {
  const { id: provider = defaultProviderId, env = process.env } = settings;
  const endpoint = endpointOf({ baseUrl: settings.baseUrl, api: settings.api, env });
  const key = await keyOf(settings, endpoint);
  const keys = key === undefined ? [] : [key];
  const transport = await openTransport({ provider, url: new URL(endpoint.url), settings, keys });
  const { headers, proxy, clientCert } = transport;
  const { default: OpenAI } = await import("openai");
  const context: ErrorContext = {
    provider,
    host: endpoint.host,
    secrets: [...keys, ...transport.secrets],
    keyVariables: [keyVariable],
    addressVariable,
    proxy,
    clientCert,
  };
  // Accounts are the vendor's own: what the environment says of them goes nowhere else.
  const account = endpoint.official ? env : {};

  return {
    context,
    endpoint,
    send({ method, path, body }, signal) {
      const library = (fetchOnce: typeof fetch) => {
        const client = new OpenAI({
          apiKey: key ?? noKey,
          adminAPIKey: null,
          baseURL: endpoint.url,
          organization: settings.organization ?? account["OPENAI_ORG_ID"] ?? null,
          project: settings.project ?? account["OPENAI_PROJECT_ID"] ?? null,
          maxRetries: 0,
          logLevel: "off",
          webhookSecret: null,
          defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
          fetch: fetchOnce,
        });
        return client[method](path, body ? { body, stream: true } : {}).asResponse();
      };
      const refused = (refusal: Refusal) => {
        const slip = slipIn(refusal.body);
        return slip ? new ModelSlip(slip) : refusalError(refusal, context, endpoint);
      };
      return sendThrough(library, { fetch: transport.fetch, context, refused, signal });
    },
  };
}

/** `undefined`: a server on this machine that wants none. */
async function keyOf(
  { id: provider = defaultProviderId, apiKey: explicit, env = process.env, secrets }: OpenAISettings,
  { loopback }: Endpoint,
): Promise<string | undefined> {
  try {
    return await apiKey({ provider, explicit, variables: [keyVariable], env, secrets });
  } catch (error) {
    if (loopback && ConfigError.is(error) && error.code === "missing-key") return undefined;
    throw error;
  }
}
