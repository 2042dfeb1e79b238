import { ConfigError } from "@skein/protocol";
import { apiKey } from "@skein/provider-kit";
import type { SecretSource } from "@skein/provider-kit";
import { keyVariable, statusError, thrownError } from "./errors.ts";
import type { ErrorContext } from "./errors.ts";
import { providerId } from "./names.ts";

export interface ConnectionSettings {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly betas?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets?: SecretSource | undefined;
}

export interface Connection {
  readonly context: ErrorContext;
  /** Resolves with a 2xx answer whose body has not been read. Throws `ProviderError`. */
  send(call: Call, signal: AbortSignal): Promise<Response>;
}

interface Call {
  readonly method: "get" | "post";
  readonly path: string;
  readonly body?: object;
  readonly betas?: readonly string[];
}

const officialHost = "api.anthropic.com";

/** Bytes of an error's body that are read. */
const maxErrorBytes = 65_536;

/** The SDK's timer ends at the headers; silence is the watchdog's business. */
const noTimeoutMs = 2_147_483_647;

/** Finds the key and the address and loads the SDK. Throws `ConfigError`. */
export async function connect(settings: ConnectionSettings): Promise<Connection> {
  const { env, secrets, headers = {}, betas = [], fetch: send = fetch } = settings;
  const url = addressOf(settings.baseUrl ?? env["ANTHROPIC_BASE_URL"]);
  const key = await apiKey({
    provider: providerId,
    explicit: settings.apiKey,
    variables: [keyVariable],
    env,
    secrets,
  });
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  const context: ErrorContext = { host: url.host, secrets: [key, ...Object.values(headers)] };
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === "anthropic-beta");

  return {
    context,
    async send({ method, path, body, betas: more = [] }, signal) {
      // Only `fetch` sees what really failed, so each request has a client with a `fetch` of its own.
      let failure: unknown;
      const client = new Anthropic({
        apiKey: key,
        baseURL: url.href.replace(/\/$/, ""),
        maxRetries: 0,
        timeout: noTimeoutMs,
        openTelemetry: false,
        logLevel: "off",
        webhookKey: null,
        // Servers that only speak the same protocol know the key by its older header.
        defaultHeaders: { ...(url.host === officialHost ? {} : { "x-api-key": key }), ...headers },
        // A redirect would carry the key to another host.
        fetchOptions: { redirect: "manual" },
        fetch: async (input, init) => {
          try {
            const response = await send(input, init);
            if (response.ok) return response;
            throw statusError(
              response.status,
              response.headers,
              await startOf(response, maxErrorBytes),
              context,
            );
          } catch (error) {
            failure = thrownError(error, context);
            throw error;
          }
        },
      });
      const names = [...given.map(([, value]) => value), ...betas, ...more].join(",");
      const options = { headers: names === "" ? {} : { "anthropic-beta": names }, signal };
      try {
        return await client[method](path, body ? { ...options, body, stream: true } : options).asResponse();
      } catch (error) {
        throw failure ?? error;
      }
    },
  };
}

/** The beginning of a body as text; the rest is not waited for. */
export async function startOf(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return text;
}

function addressOf(baseUrl: string | undefined): URL {
  const wanted = baseUrl?.trim() || `https://${officialHost}`;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new ConfigError("usage", "The base URL of anthropic is not an address that can be called.", {
      hint: `Set ANTHROPIC_BASE_URL to something like https://${officialHost}, without user name and password.`,
    });
  }
  url.pathname = url.pathname.replace(/\/(v1\/?)?$/, "/");
  return url;
}
