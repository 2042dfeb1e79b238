import { ConfigError } from "@skein/protocol";
import type { JsonObject } from "@skein/protocol";
import { apiKey, bodyBytes, joinedHeaders, openTransport, sendRequest } from "@skein/provider-kit";
import type { ErrorContext, HttpResponse, Refusal } from "@skein/provider-kit";
import { addressOf } from "./address.ts";
import { refusalError } from "./errors.ts";
import { addressVariable, defaultProviderId, keyVariable } from "./names.ts";
import type { OllamaSettings } from "./settings.ts";

export interface Connection {
  readonly context: ErrorContext;
  readonly settings: OllamaSettings;
  /** Resolves with a 2xx answer whose body has not been read. Throws `ProviderError`. */
  readonly send: (call: Call, signal: AbortSignal) => Promise<HttpResponse>;
  readonly preconnect: () => void;
}

interface Call {
  readonly path: string;
  /** Without one it is a GET. */
  readonly body?: JsonObject;
}

/** Finds the address, and the key where there is one. Throws `ConfigError`. */
export async function connect(settings: OllamaSettings): Promise<Connection> {
  const { id: provider = defaultProviderId } = settings;
  const address = addressOf(settings, provider);
  const base = address.href.replace(/\/+$/, "");
  const key = await keyOf(settings, provider);
  const keys = key === undefined ? [] : [key];
  const transport = await openTransport({ provider, url: address, settings, keys });
  const { headers, proxy, clientCert } = transport;
  const context: ErrorContext = {
    provider,
    host: address.host,
    secrets: [...keys, ...transport.secrets],
    keyVariables: [keyVariable],
    addressVariable,
    proxy,
    clientCert,
  };
  return {
    context,
    settings,
    preconnect: transport.preconnect,
    send({ path, body }, signal) {
      const outgoing = {
        method: body ? "POST" : "GET",
        url: `${base}${path}`,
        headers: joinedHeaders(
          body ? { "content-type": "application/json" } : {},
          key === undefined ? {} : { authorization: `Bearer ${key}` },
          headers,
        ),
        body: body && bodyBytes(body),
      };
      const refused = (refusal: Refusal) => refusalError(refusal, context, body?.["model"]);
      return sendRequest(outgoing, { send: transport.send, context, refused, signal });
    },
  };
}

async function keyOf(
  { apiKey: explicit, env = process.env, secrets }: OllamaSettings,
  provider: string,
): Promise<string | undefined> {
  try {
    return await apiKey({ provider, explicit, variables: [keyVariable], env, secrets });
  } catch (error) {
    if (ConfigError.is(error) && error.code === "missing-key") return undefined;
    throw error;
  }
}
