import { ConfigError } from "@skein/protocol";
import { apiKey, openTransport, sendRequest, sendThrough } from "@skein/provider-kit";
import type { ErrorContext, HttpResponse, Refusal } from "@skein/provider-kit";
import { endpointOf } from "./address.ts";
import type { Endpoint } from "./address.ts";
import { refusalError } from "./errors.ts";
import { addressVariable, defaultProviderId, keyVariable } from "./names.ts";
import { outgoingRequest } from "./outgoing-request.ts";
import type { Access, Call } from "./outgoing-request.ts";
import { ModelSlip, slipIn } from "./reply/model-slip.ts";
import type { OpenAISettings } from "./settings.ts";
import { loadThroughSdk } from "./later.ts";

export interface Connection {
  readonly context: ErrorContext;
  readonly endpoint: Endpoint;
  /** Resolves with a 2xx answer whose body has not been read. Throws `ProviderError`, and `ModelSlip`. */
  readonly send: (call: Call, signal: AbortSignal) => Promise<HttpResponse>;
  readonly preconnect: () => void;
}

/**
 * Finds the key and the address. Throws `ConfigError`. With a custom `fetch`, requests are made by the vendor's SDK.
 */
export async function connect(settings: OpenAISettings): Promise<Connection> {
  const { id: provider = defaultProviderId, env = process.env } = settings;
  const { baseUrl, api, toolSearch, resultPictures } = settings;
  const endpoint = endpointOf({ baseUrl, api, toolSearch, resultPictures, env });
  const key = await keyOf(settings, endpoint);
  const keys = key === undefined ? [] : [key];
  const transport = await openTransport({ provider, url: new URL(endpoint.url), settings, keys });
  const { send, proxy, clientCert } = transport;
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
  const access: Access = {
    key,
    baseUrl: endpoint.url,
    organization: settings.organization ?? account["OPENAI_ORG_ID"],
    project: settings.project ?? account["OPENAI_PROJECT_ID"],
    headers: transport.headers,
  };
  const refused = (refusal: Refusal) => {
    const slip = slipIn(refusal.body);
    return slip ? new ModelSlip(slip) : refusalError(refusal, context, endpoint);
  };

  return {
    context,
    endpoint,
    preconnect: transport.preconnect,
    async send(call, signal) {
      const sending = { send, context, refused, signal };
      if (!transport.isCustom) return sendRequest(outgoingRequest(access, call), sending);
      const { throughSdk } = await loadThroughSdk();
      return sendThrough((fetchOnce) => throughSdk(access, call, fetchOnce), sending);
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
