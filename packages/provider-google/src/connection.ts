import { ProviderError } from "@skein/protocol";
import { apiKey, baseUrl, openTransport, sendThrough } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";
import { refusalError } from "./errors.ts";
import { addressVariable, keyVariables, officialAddress, providerId } from "./names.ts";
import type { GoogleSettings } from "./settings.ts";
import type { WireCache, WireRequest } from "./wire.ts";

/** All resolve with a 2xx answer whose body has not been read, and throw `ProviderError`. */
export interface Connection {
  readonly context: ErrorContext;
  readonly generate: (modelId: string, body: WireRequest, signal: AbortSignal) => Promise<Response>;
  /** Absent where explicit caches are not made. */
  readonly createCache?: (cache: WireCache, signal: AbortSignal) => Promise<Response>;
  readonly models: (pageSize: number, signal: AbortSignal) => Promise<Response>;
}

/** Finds the key and the address and loads the SDK. Throws `ConfigError`. */
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
  const { headers, proxy, clientCert } = transport;
  const { GoogleGenAI } = await import("@google/genai");
  const context: ErrorContext = {
    provider: providerId,
    host: url.host,
    secrets: [key, ...transport.secrets],
    keyVariables,
    addressVariable,
    proxy,
    clientCert,
  };
  // All that the SDK would look up in the environment is said, so that only our look-up counts.
  const client = quietly(
    () =>
      new GoogleGenAI({
        apiKey: key,
        vertexai: false,
        apiVersion,
        httpOptions: { baseUrl: url.href.replace(/\/$/, ""), headers: { ...headers } },
      }),
  );

  const refused = (refusal: Refusal) => refusalError(refusal, context);
  const sending = { fetch: transport.fetch, context, refused };

  return {
    context,
    generate(modelId, body, signal) {
      if (!/^[\w./:@-]+$/.test(modelId) || modelId.includes("..")) throw unknownModel(modelId);
      const library = (fetchOnce: typeof fetch) =>
        client.models.generateContentStream({
          model: modelId,
          contents: "-",
          config: { automaticFunctionCalling: { disable: true }, httpOptions: { fetch: fetchOnce } },
        });
      // The SDK writes contents first and leaves out parts that it does not know.
      return sendThrough(library, { ...sending, body: JSON.stringify(body), signal });
    },
    createCache(cache, signal) {
      const library = (fetchOnce: typeof fetch) =>
        client.caches.create({ model: cache.model, config: { httpOptions: { fetch: fetchOnce } } });
      return sendThrough(library, { ...sending, body: JSON.stringify(cache), signal });
    },
    models(pageSize, signal) {
      const library = (fetchOnce: typeof fetch) =>
        client.models.list({ config: { pageSize, httpOptions: { fetch: fetchOnce } } });
      return sendThrough(library, { ...sending, signal });
    },
  };
}

/**
 * The SDK warns on the console when both of the key's variables are set, though it is given a key. It is made
 * in one go, so no other output is lost.
 */
function quietly<Made>(make: () => Made): Made {
  const { warn, debug } = console;
  console.warn = console.debug = () => undefined;
  try {
    return make();
  } finally {
    Object.assign(console, { warn, debug });
  }
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
