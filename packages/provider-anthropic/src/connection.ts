import { apiKey, baseUrl, openTransport, sendThrough } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";
import { refusalError } from "./errors.ts";
import { addressVariable, keyVariable, officialAddress, providerId } from "./names.ts";
import type { AnthropicSettings } from "./settings.ts";

export interface Connection {
  readonly context: ErrorContext;
  /** Resolves with a 2xx answer whose body has not been read. Throws `ProviderError`. */
  readonly send: (call: Call, signal: AbortSignal) => Promise<Response>;
}

interface Call {
  readonly method: "get" | "post";
  readonly path: string;
  readonly body?: object;
  readonly betas?: readonly string[];
}

/** Finds the key and the address and loads the SDK. Throws `ConfigError`. */
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
  const { headers, proxy, clientCert } = transport;
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
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
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === "anthropic-beta");

  return {
    context,
    send({ method, path, body, betas: more = [] }, signal) {
      const names = [...given.map(([, value]) => value), ...betas, ...more].join(",");
      const options = { headers: names === "" ? {} : { "anthropic-beta": names } };
      const library = (fetchOnce: typeof fetch) => {
        const client = new Anthropic({
          apiKey: key,
          baseURL: url.href.replace(/\/$/, ""),
          maxRetries: 0,
          openTelemetry: false,
          logLevel: "off",
          webhookKey: null,
          // Servers that only speak the same protocol know the key by its older header.
          defaultHeaders: { ...(isOfficial ? {} : { "x-api-key": key }), ...headers },
          fetch: fetchOnce,
        });
        return client[method](path, body ? { ...options, body, stream: true } : options).asResponse();
      };
      const refused = (refusal: Refusal) => refusalError(refusal, context);
      return sendThrough(library, { fetch: transport.fetch, context, refused, signal });
    },
  };
}
