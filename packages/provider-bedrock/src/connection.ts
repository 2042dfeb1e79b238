import { ConfigError } from "@skein/protocol";
import { apiKey, baseUrl, bodyBytes, openTransport, sendRequest, wholeBody } from "@skein/provider-kit";
import type { ErrorContext, HttpResponse, Refusal, Transport } from "@skein/provider-kit";
import { awsFiles } from "./aws-files.ts";
import { keySource } from "./credentials.ts";
import type { KeySource } from "./credentials.ts";
import { refusalError } from "./errors.ts";
import { addressVariable, controlAddressVariable, keyVariable, providerId } from "./names.ts";
import { addressOf, regionOf } from "./region.ts";
import type { BedrockSettings } from "./settings.ts";
import { bearer, signer } from "./signing.ts";
import type { Outgoing } from "./signing.ts";
import type { WireRequest } from "./wire.ts";

/** Both resolve with a 2xx answer whose body has not been read, and throw `ProviderError`. */
export interface Connection {
  readonly context: ErrorContext;
  readonly controlContext: ErrorContext;
  readonly converse: (modelId: string, body: WireRequest, signal: AbortSignal) => Promise<HttpResponse>;
  /** @param path - of the control service, with its query. */
  readonly list: (path: string, signal: AbortSignal) => Promise<HttpResponse>;
  readonly preconnect: () => void;
}

/**
 * Finds region, credentials and addresses, and loads what signs. Throws `ConfigError`.
 *
 * Of the vendor's SDK only its credential chain and its signer are used: requests go out the way of every
 * provider, so that proxies, aborts and retries are the same as for every other provider.
 */
export async function connect(settings: BedrockSettings): Promise<Connection> {
  const { env = process.env } = settings;
  const files = awsFiles(settings.profile, env);
  const region = await regionOf(settings.region, env, files);
  const address = (service: "bedrock" | "bedrock-runtime", explicit: string | undefined, variable: string) =>
    baseUrl({ provider: providerId, explicit, variable, env, official: addressOf(service, region) });
  const runtime = address("bedrock-runtime", settings.baseUrl, addressVariable);
  const control = address("bedrock", settings.controlUrl, controlAddressVariable);

  const key = await bedrockKey(settings, env);
  // Grows by the keys that are signed with: what AWS says of a wrong signature repeats the request.
  const secrets = key === undefined ? [] : [key];
  const headersFor =
    key === undefined
      ? await signer(region, remembering(await keySource(settings, env, files), secrets))
      : bearer(key);
  const [answers, lists] = [
    await openTransport({ provider: providerId, url: runtime, settings, keys: secrets }),
    await openTransport({ provider: providerId, url: control, settings, keys: secrets }),
  ];
  secrets.push(...answers.secrets);
  const { headers } = answers;
  const contextOf = ({ host }: URL, { proxy, clientCert }: Transport): ErrorContext => ({
    provider: providerId,
    host,
    secrets,
    keyVariables: [keyVariable],
    addressVariable,
    proxy,
    clientCert,
  });
  const [context, controlContext] = [contextOf(runtime, answers), contextOf(control, lists)];

  const request = async (outgoing: Outgoing, by: Transport, signal: AbortSignal): Promise<HttpResponse> => {
    const to = by === answers ? context : controlContext;
    const refused = (refusal: Refusal) => refusalError(refusal, to);
    const { method, url, body } = outgoing;
    const signed = await headersFor(outgoing);
    return sendRequest(
      { method, url: url.href, headers: signed, body },
      { send: by.send, context: to, refused, signal },
    );
  };

  return {
    context,
    controlContext,
    preconnect: answers.preconnect,
    converse(modelId, body, signal) {
      // The id of a profile may be an ARN, with colons and slashes.
      const url = at(runtime, `/model/${encodeURIComponent(modelId)}/converse-stream`);
      const typed = { "content-type": "application/json", accept: "application/vnd.amazon.eventstream" };
      const outgoing = {
        method: "POST",
        url,
        headers: { ...typed, ...headers },
        body: wholeBody(bodyBytes(body)),
      };
      return request(outgoing as Outgoing, answers, signal);
    },
    list(path, signal) {
      const own = { accept: "application/json", ...headers };
      return request({ method: "GET", url: at(control, path), headers: own }, lists, signal);
    },
  };
}

/** A key of Bedrock's own, where there is one. */
async function bedrockKey(
  { apiKey: explicit, credentials, secrets }: BedrockSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (explicit === undefined && credentials) return undefined;
  try {
    return await apiKey({ provider: providerId, explicit, variables: [keyVariable], env, secrets });
  } catch (error) {
    if (ConfigError.is(error) && error.code === "missing-key") return undefined;
    throw error;
  }
}

function remembering(keys: KeySource, secrets: string[]): KeySource {
  return async () => {
    const found = await keys();
    const parts = [found.secretAccessKey, found.sessionToken ?? ""];
    secrets.push(...parts.filter((part) => part !== "" && !secrets.includes(part)));
    return found;
  };
}

function at(base: URL, path: string): URL {
  return new URL(`${base.href.replace(/\/+$/, "")}${path}`);
}
