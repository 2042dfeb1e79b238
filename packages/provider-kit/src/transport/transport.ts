// The transport of one endpoint: one place that decides between the client and
// a custom `fetch`, and that knows all secrets on the way.
import { ConfigError } from "@skein/protocol";
import type { ErrorContext } from "../error-context.ts";
import type { HttpLogRedactor } from "../http-log/http-log-redactor.ts";
import type { CertificateSettings, Certificates } from "./certificates.ts";
import { extraHeaders } from "./extra-headers.ts";
import { createHttpClient } from "./http-client.ts";
import { proxyAddress } from "./proxy-address.ts";
import { sendWith, type Send } from "./send.ts";
import { loadCertificates, loadLoggedSend } from "../later.ts";

/**
 * Settings that decide how an endpoint is reached. Part of the settings of
 * every provider.
 *
 * @example
 * ```ts
 * const settings: TransportSettings = {
 *   proxy: "http://user:password@proxy.example.com:3128",
 *   ca: "/etc/ssl/company.pem",
 *   interceptor: (send) => (address, options) => send(`${address}?team=search`, options),
 * };
 * ```
 */
export interface TransportSettings extends CertificateSettings {
  /**
   * Address of an http or https proxy, with user name and password if required.
   * `none`: no proxy, ignoring the environment. Default: `HTTPS_PROXY`, or
   * `HTTP_PROXY` for http addresses, except for hosts in `NO_PROXY`.
   */
  readonly proxy?: string | undefined;
  /**
   * Headers to send with every request. Their values never appear in errors.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Custom `fetch`. Proxy and certificate settings cannot be combined with it.
   */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Wraps the function that sends, to change requests and responses. The HTTP
   * log is outside of it: it shows requests before the change.
   */
  readonly interceptor?: ((send: Send) => Send) | undefined;
  /**
   * Folder for the HTTP log: every request and response, with keys masked. For
   * debugging. Default: no log.
   */
  readonly httpLog?: string | undefined;
  /**
   * Returns a redactor of other secrets in the HTTP log; called for each
   * request. Default: none.
   */
  readonly httpLogRedactor?: (() => HttpLogRedactor | undefined) | undefined;
  /** Environment for proxy variables. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Endpoint to open a transport for. */
export interface TransportRequest {
  /** Id of the provider, for messages. */
  readonly provider: string;
  /** Address of the endpoint. */
  readonly url: URL;
  /** Settings of the user. */
  readonly settings: TransportSettings;
  /**
   * Keys, which the HTTP log must not contain. Read for each request, so later
   * keys may be added to the list. Default: none.
   */
  readonly keys?: readonly string[] | undefined;
}

/** Open way to one endpoint. */
export interface Transport {
  /** Sends a request to the endpoint. */
  readonly send: Send;
  /**
   * Set if a custom `fetch` sends. Requests are then left to the vendor's
   * library.
   */
  readonly isCustom: boolean;
  /**
   * Opens the connection for the first request, so that it need not wait for
   * it. The endpoint gets nothing before that; a proxy is asked for a tunnel.
   * Without a request it is closed after a while.
   */
  readonly preconnect: () => void;
  /** Headers of the user to send with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Host and port of the proxy, for errors. */
  readonly proxy: string | undefined;
  /** Use of a client certificate, for errors. */
  readonly clientCert: ErrorContext["clientCert"];
  /**
   * Texts that are never shown: the values of extra headers, the proxy's
   * password.
   */
  readonly secrets: readonly string[];
}

/**
 * Opens the transport for one endpoint: a client with its own connections, or a
 * custom `fetch`.
 *
 * Throws `ConfigError` for invalid settings, and for settings that a custom
 * `fetch` would ignore. Sends nothing.
 *
 * @example
 * ```ts
 * const transport = await openTransport({
 *   provider: "example",
 *   url: new URL("https://api.example.com"),
 *   settings: { proxy: "none", headers: { "x-team": "search" } },
 * });
 * ```
 */
export async function openTransport(request: TransportRequest): Promise<Transport> {
  const transport = await unlogged(request);
  const { settings, keys = [] } = request;
  // The log is loaded only if it is used.
  if (settings.httpLog === undefined) return transport;
  const { loggedSend } = await loadLoggedSend();
  const secrets = () => [...keys, ...transport.secrets];
  return {
    ...transport,
    send: loggedSend(transport.send, settings.httpLog, secrets, settings.httpLogRedactor),
  };
}

/**
 * Opens a transport without an HTTP log. Certificates and the log load their
 * modules only if they are used.
 */
async function unlogged({ provider, url, settings }: TransportRequest): Promise<Transport> {
  const { fetch: custom, env = process.env, proxy: explicit, interceptor = (send) => send } = settings;
  const headers = extraHeaders(provider, settings.headers);
  const values = Object.values(headers);
  const isTls = url.protocol === "https:";
  if (custom) {
    const unheeded = ignoredBy(settings);
    const common = {
      headers,
      proxy: undefined,
      clientCert: isTls ? "none" : undefined,
      secrets: values,
    } as const;
    if (unheeded === undefined)
      return { ...common, send: interceptor(sendWith(custom)), isCustom: true, preconnect: () => undefined };
    const message = `${provider} has a custom fetch, which ignores ${unheeded}.`;
    throw new ConfigError("usage", message, { hint: `Remove fetch or ${unheeded}.` });
  }
  const proxy = proxyAddress({ provider, url, explicit, env });
  const certificates: Certificates = fileSettings.some((name) => settings[name] !== undefined)
    ? await (await loadCertificates()).readCertificates(provider, settings)
    : {};
  const client = createHttpClient({ proxy, certificates });
  return {
    send: interceptor(client.send),
    isCustom: false,
    preconnect: () => client.preconnect(url),
    headers,
    proxy: proxy?.host,
    clientCert: isTls ? (certificates.cert === undefined ? "none" : "shown") : undefined,
    secrets: [...values, ...(proxy?.secrets ?? [])],
  };
}

/** Settings that name files. */
const fileSettings = ["ca", "clientCert", "clientKey"] as const;

/** Finds a setting that a custom `fetch` would ignore. */
function ignoredBy(settings: TransportSettings): string | undefined {
  return (["proxy", ...fileSettings] as const).find((name) => settings[name] !== undefined);
}
