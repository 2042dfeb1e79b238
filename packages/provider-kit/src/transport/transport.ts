import { ConfigError } from "@skein/protocol";
import type { ErrorContext } from "../error-context.ts";
import type { HttpLogRedactor } from "../http-log/http-log-redactor.ts";
import type { CertificateSettings, Certificates } from "./certificates.ts";
import { extraHeaders } from "./extra-headers.ts";
import { proxyAddress } from "./proxy-address.ts";

/** How an endpoint is reached. */
export interface TransportSettings extends CertificateSettings {
  /**
   * Address of an http or https proxy, with user name and password if required; `none` for no proxy, ignoring
   * the environment. Default: `HTTPS_PROXY`, or `HTTP_PROXY` for http addresses, except for hosts in
   * `NO_PROXY`.
   */
  readonly proxy?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A custom `fetch`; proxy and certificate settings cannot be combined with it. */
  readonly fetch?: typeof fetch | undefined;
  /** Folder for the HTTP log: every request and response, with keys masked. For debugging. */
  readonly httpLog?: string | undefined;
  /** Redacts other secrets in the HTTP log; read per request. Default: none. */
  readonly httpLogRedactor?: (() => HttpLogRedactor | undefined) | undefined;
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface TransportRequest {
  /** The provider's id, for messages. */
  readonly provider: string;
  /** The address of the endpoint. */
  readonly url: URL;
  readonly settings: TransportSettings;
  /** Keys, which the HTTP log must not contain. Read per request, so later keys may be added. */
  readonly keys?: readonly string[] | undefined;
}

export interface Transport {
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Host and port of the proxy, for errors. */
  readonly proxy: string | undefined;
  /** Whether a client certificate is used, for errors. */
  readonly clientCert: ErrorContext["clientCert"];
  /** Never shown: the values of extra headers, the proxy's password. */
  readonly secrets: readonly string[];
}

/**
 * Opens the transport for one endpoint: Node's `fetch`, or undici's (loaded on demand) when a proxy or
 * certificates are used.
 *
 * Throws `ConfigError` for invalid settings, and for settings that a custom `fetch` would ignore.
 */
export async function openTransport(request: TransportRequest): Promise<Transport> {
  const transport = await untapped(request);
  const { settings, keys = [] } = request;
  if (settings.httpLog === undefined) return transport;
  const { loggedFetch } = await import("../http-log/logged-fetch.ts");
  const secrets = () => [...keys, ...transport.secrets];
  return {
    ...transport,
    fetch: loggedFetch(transport.fetch, settings.httpLog, secrets, settings.httpLogRedactor),
  };
}

async function untapped({ provider, url, settings }: TransportRequest): Promise<Transport> {
  const { fetch: own, env = process.env, proxy: explicit } = settings;
  const headers = extraHeaders(provider, settings.headers);
  const values = Object.values(headers);
  const clientCert = url.protocol === "https:" ? "none" : undefined;
  const plain = { headers, proxy: undefined, clientCert, secrets: values } as const;
  if (own) {
    const unheeded = ignoredBy(settings);
    if (unheeded === undefined) return { ...plain, fetch: own };
    const message = `${provider} has a custom fetch, which ignores ${unheeded}.`;
    throw new ConfigError("usage", message, { hint: `Remove fetch or ${unheeded}.` });
  }
  const proxy = proxyAddress({ provider, url, explicit, env });
  const wantsFiles = fileSettings.some((name) => settings[name] !== undefined);
  if (!proxy && !wantsFiles) return { ...plain, fetch };
  const certificates: Certificates = wantsFiles
    ? await (await import("./certificates.ts")).readCertificates(provider, settings)
    : {};
  const { dispatchedFetch } = await import("./dispatched-fetch.ts");
  return {
    ...plain,
    fetch: dispatchedFetch(proxy, certificates),
    proxy: proxy?.host,
    clientCert: clientCert && certificates.cert !== undefined ? "shown" : clientCert,
    secrets: [...values, ...(proxy?.secrets ?? [])],
  };
}

const fileSettings = ["ca", "clientCert", "clientKey"] as const;

function ignoredBy(settings: TransportSettings): string | undefined {
  return (["proxy", ...fileSettings] as const).find((name) => settings[name] !== undefined);
}
