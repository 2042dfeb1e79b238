import { ConfigError } from "@skein/protocol";
import type { ErrorContext } from "../error-context.ts";
import type { TapRedactor } from "../tap/tap-redactor.ts";
import type { CertificateSettings, Certificates } from "./certificates.ts";
import { extraHeaders } from "./extra-headers.ts";
import { proxyAddress } from "./proxy-address.ts";

/** How an endpoint is reached. */
export interface TransportSettings extends CertificateSettings {
  /**
   * Address of an http or https proxy, with user name and password where it wants them; `none` for no proxy whatever
   * the environment says. Default: `HTTPS_PROXY`, for http addresses `HTTP_PROXY`, but for what `NO_PROXY` names.
   */
  readonly proxy?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Who sends instead of us; then no proxy and no certificate counts. */
  readonly fetch?: typeof fetch | undefined;
  /** Folder in which each request and its answer are written down, without keys. For finding faults. */
  readonly tap?: string | undefined;
  /** Hides what else must not be written there. Asked with each request; default: nothing else is known. */
  readonly tapRedactor?: (() => TapRedactor | undefined) | undefined;
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface TransportRequest {
  /** The provider's id, for messages. */
  readonly provider: string;
  /** Where requests go. */
  readonly url: URL;
  readonly settings: TransportSettings;
  /** Keys, which the tap must not show. It is looked at with each request: keys that come later may be added to it. */
  readonly keys?: readonly string[] | undefined;
}

export interface Transport {
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Host and port of the proxy on the way, for errors. */
  readonly proxy: string | undefined;
  /** Whether an https server is shown a certificate, for errors. */
  readonly clientCert: ErrorContext["clientCert"];
  /** Never shown: the values of extra headers, the proxy's password. */
  readonly secrets: readonly string[];
}

/**
 * What sends requests to one endpoint: Node's own `fetch`, or where a proxy or a certificate asks for more, that of
 * undici, which is loaded only then.
 *
 * Throws `ConfigError` for settings that cannot be used, and for ones that a `fetch` of the caller's would not heed.
 */
export async function openTransport(request: TransportRequest): Promise<Transport> {
  const transport = await untapped(request);
  const { settings, keys = [] } = request;
  if (settings.tap === undefined) return transport;
  const { tappedFetch } = await import("../tap/tapped-fetch.ts");
  const secrets = () => [...keys, ...transport.secrets];
  return { ...transport, fetch: tappedFetch(transport.fetch, settings.tap, secrets, settings.tapRedactor) };
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
    const message = `${provider} has a fetch of its own, which does not heed ${unheeded}.`;
    throw new ConfigError("usage", message, { hint: `Leave out fetch or ${unheeded}.` });
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
