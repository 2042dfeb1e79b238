import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/client";
import type { KeptLogin } from "./kept-login.ts";
import type { McpLogin } from "./login-settings.ts";

export interface LoginProvider {
  /** For the library's `auth`. */
  readonly provider: OAuthClientProvider;
  /** The page on which the user logs in, once it is known. */
  page(): URL | undefined;
  /** What to keep. */
  login(): KeptLogin;
}

export interface LoginProviderOptions {
  readonly settings: McpLogin;
  /** How this program is registered already; tokens of an earlier login are not used. */
  readonly client: KeptLogin["client"];
  readonly redirect: { readonly url: string; readonly port: number };
  readonly state: string;
  /** The authorization server. */
  readonly discovered: OAuthDiscoveryState;
}

/** One login, in memory until it is complete. */
export function loginProvider(options: LoginProviderOptions): LoginProvider {
  const { settings, client, redirect, state } = options;
  const { clientId, clientSecret, clientMetadataUrl, scopes } = settings;
  const known = clientId === undefined ? undefined : withSecret(clientId, clientSecret);
  let registered: KeptLogin["client"] = known ?? client;
  let tokens: KeptLogin["tokens"];
  let verifier: string | undefined;
  let { discovered } = options;
  let page: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirect.url,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: "Skein",
      application_type: "native",
      redirect_uris: [redirect.url],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
    },
    state: () => state,
    clientInformation: () => registered,
    // A client that was registered by hand is not replaced.
    ...(known ? {} : { saveClientInformation: (saved) => void (registered = saved) }),
    tokens: () => undefined,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void (page = url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier() {
      if (verifier === undefined) throw new Error("the login was not started");
      return verifier;
    },
    saveDiscoveryState: (saved) => void (discovered = saved),
    discoveryState: () => discovered,
  };
  return {
    provider,
    page: () => page,
    login: () => ({ client: registered, redirectPort: redirect.port, tokens }),
  };
}

function withSecret(id: string, secret: string | undefined): { client_id: string; client_secret?: string } {
  return { client_id: id, ...(secret === undefined ? {} : { client_secret: secret }) };
}
