import { apiKey, baseUrl, openTransport, sendRequest, sendThrough } from "@skein/provider-kit";
import type { ErrorContext, HttpResponse, Refusal } from "@skein/provider-kit";
import { messagesRefusal } from "./errors.ts";
import { addressVariable, keyVariable, officialAddress, providerId } from "./names.ts";
import { outgoingRequest } from "./outgoing-request.ts";
import type { Access, Call } from "./outgoing-request.ts";
import type { AnthropicSettings } from "./settings.ts";
import { loadThroughSdk } from "./later.ts";

export interface Connection {
  readonly context: ErrorContext;
  /** Resolves with a 2xx answer whose body has not been read. Throws `ProviderError`. */
  readonly send: (call: MessagesCall, signal: AbortSignal) => Promise<HttpResponse>;
  readonly preconnect?: () => void;
  /** Whether tools can be searched there. Default: no. */
  readonly searchesTools?: boolean;
}

interface MessagesCall extends Omit<Call, "headers"> {
  readonly betas?: readonly string[];
}

/**
 * Finds the key and the address. Throws `ConfigError`. With a custom `fetch`, requests are made by the vendor's SDK.
 */
export async function connect(settings: AnthropicSettings): Promise<Connection> {
  const { env = process.env, secrets, betas = [] } = settings;
  const url = baseUrl({
    provider: providerId,
    explicit: settings.baseUrl,
    variable: addressVariable,
    env,
    official: officialAddress,
  });
  url.pathname = url.pathname.replace(/\/(v1\/?)?$/, "/");
  const key = await apiKey({
    provider: providerId,
    explicit: settings.apiKey,
    variables: [keyVariable],
    env,
    secrets,
  });
  const transport = await openTransport({ provider: providerId, url, settings, keys: [key] });
  const { send, headers, proxy, clientCert } = transport;
  const context: ErrorContext = {
    provider: providerId,
    host: url.host,
    secrets: [key, ...transport.secrets],
    keyVariables: [keyVariable],
    addressVariable,
    proxy,
    clientCert,
  };
  const isOfficial = url.origin === officialAddress;
  const access: Access = {
    key,
    baseUrl: url.href.replace(/\/$/, ""),
    // Servers that only speak the same protocol know the key by its older header.
    headers: { ...(isOfficial ? {} : { "x-api-key": key }), ...headers },
  };
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === "anthropic-beta");
  const refused = (refusal: Refusal) => messagesRefusal(refusal, context);

  return {
    context,
    preconnect: transport.preconnect,
    searchesTools: settings.toolSearch ?? isOfficial,
    async send({ betas: more = [], ...asked }, signal) {
      const names = [...given.map(([, value]) => value), ...betas, ...more].join(",");
      const call: Call = { ...asked, headers: names === "" ? {} : { "anthropic-beta": names } };
      const sending = { send, context, refused, signal };
      if (!transport.isCustom) return sendRequest(outgoingRequest(access, call), sending);
      const { throughSdk } = await loadThroughSdk();
      return sendThrough((fetchOnce) => throughSdk(access, call, fetchOnce), sending);
    },
  };
}
