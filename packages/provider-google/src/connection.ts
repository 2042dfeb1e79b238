import { ProviderError } from "@skein/protocol";
import { apiKey, baseUrl, openTransport, sendRequest, sendThrough } from "@skein/provider-kit";
import type { ErrorContext, HttpResponse, Refusal } from "@skein/provider-kit";
import { geminiRefusal } from "./errors.ts";
import { addressVariable, keyVariables, officialAddress, providerId } from "./names.ts";
import { outgoingRequest } from "./outgoing-request.ts";
import type { Access, Call } from "./outgoing-request.ts";
import type { GoogleSettings } from "./settings.ts";
import type { WireCache, WireRequest } from "./wire.ts";
import { loadThroughSdk } from "./later.ts";

/** All resolve with a 2xx answer whose body has not been read, and throw `ProviderError`. */
export interface Connection {
  readonly context: ErrorContext;
  readonly generate: (modelId: string, body: WireRequest, signal: AbortSignal) => Promise<HttpResponse>;
  /** Absent where explicit caches are not made. */
  readonly createCache?: (cache: WireCache, signal: AbortSignal) => Promise<HttpResponse>;
  readonly models: (pageSize: number, signal: AbortSignal) => Promise<HttpResponse>;
  readonly preconnect?: () => void;
}

/**
 * Finds the key and the address. Throws `ConfigError`. With a custom `fetch`, requests are made by the vendor's SDK.
 */
export async function connect(settings: GoogleSettings): Promise<Connection> {
  const { env = process.env, secrets } = settings;
  const url = baseUrl({
    provider: providerId,
    explicit: settings.baseUrl,
    variable: addressVariable,
    env,
    official: officialAddress,
  });
  const apiVersion = takeVersion(url) ?? "v1beta";
  const key = await apiKey({
    provider: providerId,
    explicit: settings.apiKey,
    variables: keyVariables,
    env,
    secrets,
  });
  const transport = await openTransport({ provider: providerId, url, settings, keys: [key] });
  const { proxy, clientCert } = transport;
  const context: ErrorContext = {
    provider: providerId,
    host: url.host,
    secrets: [key, ...transport.secrets],
    keyVariables,
    addressVariable,
    proxy,
    clientCert,
  };
  const { headers } = transport;
  const access: Access = { key, baseUrl: url.href.replace(/\/$/, ""), apiVersion, headers };
  const refused = (refusal: Refusal) => geminiRefusal(refusal, context);
  const ask = async (call: Call, signal: AbortSignal): Promise<HttpResponse> => {
    const sending = { send: transport.send, context, refused, signal };
    if (!transport.isCustom) return sendRequest(outgoingRequest(access, call), sending);
    const { throughSdk } = await loadThroughSdk();
    const body = "body" in call ? { body: JSON.stringify(call.body) } : {};
    return sendThrough((fetchOnce) => throughSdk(access, call, fetchOnce), { ...sending, ...body });
  };

  return {
    context,
    preconnect: transport.preconnect,
    async generate(model, body, signal) {
      if (!/^[\w./:@-]+$/.test(model) || model.includes("..")) throw unknownModel(model);
      return ask({ do: "generate", model, body }, signal);
    },
    createCache: (cache, signal) => ask({ do: "create-cache", model: cache.model, body: cache }, signal),
    models: (pageSize, signal) => ask({ do: "list-models", pageSize }, signal),
  };
}

function unknownModel(modelId: string): ProviderError {
  const message = `${providerId} can have no model named ${JSON.stringify(modelId)}.`;
  const hint = "Check the model's name.";
  return new ProviderError("not-found", message, {
    provider: providerId,
    retryable: false,
    hint,
    nextStep: { do: "list-models" },
  });
}

/** The version of the API may stand at the end of the address; the SDK wants it apart. */
function takeVersion(url: URL): string | undefined {
  const version = /\/(v1(?:alpha|beta)?)\/?$/.exec(url.pathname)?.[1];
  if (version !== undefined) url.pathname = url.pathname.replace(/\/v1(alpha|beta)?\/?$/, "/");
  return version;
}
