import { ProviderError } from "@skein/protocol";
import { baseUrl, bodyBytes, joinedHeaders, openTransport, sendRequest } from "@skein/provider-kit";
import type { ErrorContext, HttpResponse, Refusal } from "@skein/provider-kit";
import type { MessagesConnection } from "@skein/provider-anthropic/messages";
import type { GeminiConnection } from "@skein/provider-google/gemini";
import { credentialsOf } from "./credentials.ts";
import { refusalError } from "./errors.ts";
import { addressVariable, credentialsVariable, providerId } from "./names.ts";
import { addressOf, locationOf, projectOf } from "./place.ts";
import { messagesBody } from "./request/messages-body.ts";
import { modelPath } from "./request/publishers.ts";
import type { VertexSettings } from "./settings.ts";

/** All resolve with a 2xx answer whose body has not been read, and throw `ProviderError`. */
export interface Connection {
  readonly context: ErrorContext;
  readonly gemini: GeminiConnection;
  /** @param modelId - the address of a request names it. */
  readonly messages: (modelId: string) => MessagesConnection;
  readonly models: (publisher: string, pageSize: number, signal: AbortSignal) => Promise<HttpResponse>;
  readonly preconnect: () => void;
}

interface Call {
  readonly method: "GET" | "POST";
  /** With the version of the API. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Finds project, location and credentials, and loads what gives tokens. Throws `ConfigError`. */
export async function connect(settings: VertexSettings): Promise<Connection> {
  const { env = process.env } = settings;
  const location = locationOf(settings);
  const url = baseUrl({
    provider: providerId,
    explicit: settings.baseUrl,
    variable: addressVariable,
    env,
    official: addressOf(location),
  });
  const credentials = await credentialsOf(settings);
  const project = projectOf(settings, credentials.project);
  // Grows by each new token: an answer may repeat the one it was asked with.
  const secrets: string[] = [];
  const transport = await openTransport({ provider: providerId, url, settings, keys: secrets });
  const { send, headers, proxy, clientCert } = transport;
  secrets.push(...transport.secrets);
  const context: ErrorContext = {
    provider: providerId,
    host: url.host,
    secrets,
    keyVariables: [credentialsVariable],
    addressVariable,
    proxy,
    clientCert,
  };
  const refused = (refusal: Refusal) => refusalError(refusal, context);

  const request = async (
    { method, path, body, headers: more = {} }: Call,
    signal: AbortSignal,
  ): Promise<HttpResponse> => {
    const signed = await credentials.headers();
    const token = signed["authorization"]?.replace(/^Bearer /, "") ?? "";
    if (!secrets.includes(token)) secrets.push(token);
    const outgoing = {
      method,
      url: `${url.href.replace(/\/+$/, "")}/${path}`,
      headers: joinedHeaders(signed, body ? { "content-type": "application/json" } : {}, more, headers),
      body: body && bodyBytes(body),
    };
    return sendRequest(outgoing, { send, context, refused, signal });
  };

  const models = (publisher: string, pageSize: number, signal: AbortSignal): Promise<HttpResponse> =>
    request({ method: "GET", path: `v1beta1/publishers/${publisher}/models?pageSize=${pageSize}` }, signal);

  return {
    context,
    preconnect: transport.preconnect,
    models,
    gemini: {
      context,
      async generate(modelId, body, signal) {
        const path = `v1beta1/${checked(modelPath(modelId, project, location))}:streamGenerateContent?alt=sse`;
        return request({ method: "POST", path, body }, signal);
      },
      models: (pageSize, signal) => models("google", pageSize, signal),
    },
    messages: (modelId) => ({
      context,
      async send({ body = {}, betas = [] }, signal) {
        const path = `v1/${checked(modelPath(modelId, project, location))}:streamRawPredict`;
        const beta = betas.length === 0 ? {} : { headers: { "anthropic-beta": betas.join(",") } };
        return request({ method: "POST", path, body: messagesBody(body), ...beta }, signal);
      },
    }),
  };
}

/** Rejects a model name that would change the path. */
function checked(path: string): string {
  if (/^[\w./:@-]+$/.test(path) && !path.includes("..")) return path;
  const message = `${providerId} can have no model named ${JSON.stringify(path.split("/").at(-1))}.`;
  const hint = "Check the model's name.";
  throw new ProviderError("not-found", message, {
    provider: providerId,
    retryable: false,
    hint,
    nextStep: { do: "list-models" },
  });
}
