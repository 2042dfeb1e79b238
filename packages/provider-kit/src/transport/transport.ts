import { ConfigError } from "@skein/protocol";
import type { ErrorContext } from "../error-context.ts";
import type { HttpLogRedactor } from "../http-log/http-log-redactor.ts";
import type { CertificateSettings, Certificates } from "./certificates.ts";
import { extraHeaders } from "./extra-headers.ts";
import { createHttpClient } from "./http-client.ts";
import { proxyAddress } from "./proxy-address.ts";
import { sendWith, type Send } from "./send.ts";

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
  /** Wraps what sends: changes what goes out and what comes back. The HTTP log is outside of it. */
  readonly interceptor?: ((send: Send) => Send) | undefined;
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
  readonly send: Send;
  /** Whether a custom `fetch` sends; then requests are left to the vendor's library. */
  readonly isCustom: boolean;
  /**
   * Opens the connection for the first request, so that it need not wait for it. The endpoint gets nothing
   * before that; a proxy is asked for a tunnel. Without a request it is closed after a while.
   */
  readonly preconnect: () => void;
  readonly headers: Readonly<Record<string, string>>;
  /** Host and port of the proxy, for errors. */
  readonly proxy: string | undefined;
  /** Whether a client certificate is used, for errors. */
  readonly clientCert: ErrorContext["clientCert"];
  /** Never shown: the values of extra headers, the proxy's password. */
  readonly secrets: readonly string[];
}

/**
 * Opens the transport for one endpoint: a client of our own, or a custom `fetch`.
 *
 * Throws `ConfigError` for invalid settings, and for settings that a custom `fetch` would ignore.
 */
export async function openTransport(request: TransportRequest): Promise<Transport> {
  const transport = await unlogged(request);
  const { settings, keys = [] } = request;
  if (settings.httpLog === undefined) return transport;
  const { loggedSend } = await import("../http-log/logged-send.ts");
  const secrets = () => [...keys, ...transport.secrets];
  return {
    ...transport,
    send: loggedSend(transport.send, settings.httpLog, secrets, settings.httpLogRedactor),
  };
}

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
    ? await (await import("./certificates.ts")).readCertificates(provider, settings)
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

const fileSettings = ["ca", "clientCert", "clientKey"] as const;

function ignoredBy(settings: TransportSettings): string | undefined {
  return (["proxy", ...fileSettings] as const).find((name) => settings[name] !== undefined);
}
