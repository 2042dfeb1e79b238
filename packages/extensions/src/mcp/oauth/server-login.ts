import type * as mcpClient from "@modelcontextprotocol/client";
import { messageOf } from "@skein/protocol";
import { callbackServer, type CallbackServer } from "./callback-server.ts";
import { discoverLogin, type LoginServerInfo } from "./discover-login.ts";
import { loginKeeper, type KeptLogin } from "./kept-login.ts";
import { loginFetch, requireSafe } from "./login-fetch.ts";
import { loginProvider } from "./login-provider.ts";
import type { Challenge, McpLogin } from "./login-settings.ts";
import { memoryLoginStore } from "./memory-login-store.ts";
import { refreshLogin } from "./refresh-login.ts";

type Library = Pick<
  typeof mcpClient,
  "auth" | "computeScopeUnion" | "discoverOAuthServerInfo" | "refreshAuthorization"
>;

/** The login of one server, for all its requests. */
export interface ServerLogin {
  /** Whether someone can be sent to a page. */
  readonly isAttended: boolean;
  /** The access token to send, if there is one. */
  token(): Promise<string | undefined>;
  /**
   * Another token than the one that was refused, without asking anyone: one that another process got meanwhile, or a
   * renewed one. One renewal runs at a time, among all processes. @returns `undefined` when the user must log in.
   */
  renew(refused: string | undefined, challenge: Challenge): Promise<string | undefined>;
  /** Has the user log in on a page. Callers who come meanwhile share the login. */
  logIn(challenge: Challenge, signal: AbortSignal): Promise<void>;
}

/** Returns true if a client is configured, or the authorization server may take this program as one. */
function canHaveClient(
  { authorizationServerMetadata: metadata }: LoginServerInfo,
  { clientId, clientMetadataUrl }: McpLogin,
): boolean {
  if (clientId !== undefined || !metadata || metadata.registration_endpoint !== undefined) return true;
  return clientMetadataUrl !== undefined && metadata.client_id_metadata_document_supported === true;
}

function noRegistration(redirectUrl: string): string {
  return [
    "its authorization server does not let programs register themselves.",
    `Register a client there by hand, with a redirect address such as ${redirectUrl}, and set \`clientId\` in the \`login\` of the extension,`,
    "with `clientSecret` and `redirectPort` if the client has them",
  ].join(" ");
}

export function serverLogin(serverUrl: string, settings: McpLogin, library: Library): ServerLogin {
  const { store = memoryLoginStore(settings), openPage, onSecret, clientId, redirectPort } = settings;
  const keeper = loginKeeper(serverUrl, store, onSecret);
  const asked = new Set<string>();
  let current: Promise<string | undefined> | undefined;
  let renewing: Promise<string | undefined> | undefined;
  let loggingIn: Promise<void> | undefined;

  async function read(): Promise<string | undefined> {
    return (await keeper.read()).tokens?.access_token;
  }

  async function renewed(refused: string | undefined, challenge: Challenge): Promise<string | undefined> {
    return store.exclusively(async () => {
      const kept = await keeper.read();
      const token = kept.tokens?.access_token;
      if (token !== undefined && token !== refused) return token;
      // More rights are not in a renewed token.
      if (challenge.status === 403 || kept.tokens === undefined) return undefined;
      const fresh = await refreshLogin(serverUrl, kept, challenge, library);
      await keeper.write(fresh);
      return fresh.tokens?.access_token;
    });
  }

  async function withPage({ scope, resourceMetadataUrl }: Challenge, signal: AbortSignal): Promise<void> {
    const kept = await keeper.read();
    const state = crypto.randomUUID();
    await using callback = await listening(kept, state);
    const isKnown =
      callback.port === kept.redirectPort || kept.client?.client_id === settings.clientMetadataUrl;
    const client = isKnown ? kept.client : undefined;
    const found = await discoverLogin(serverUrl, { resourceMetadataUrl }, library);
    if (!client && !canHaveClient(found, settings)) throw new Error(noRegistration(callback.url));
    const discovered = {
      ...found,
      ...(resourceMetadataUrl ? { resourceMetadataUrl: resourceMetadataUrl.href } : {}),
    };
    const login = loginProvider({ settings, client, redirect: callback, state, discovered });
    const fetchFn = loginFetch(serverUrl);
    const wanted =
      library.computeScopeUnion(...asked, kept.tokens?.scope, scope) ?? settings.scopes?.join(" ");
    await library.auth(login.provider, {
      serverUrl,
      fetchFn,
      ...(wanted === undefined || scope === undefined ? {} : { scope: wanted }),
      ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    });
    if (scope !== undefined) asked.add(scope);
    const page = login.page();
    if (!page || !openPage) throw new Error("the server offers no page for a login");
    requireSafe(page, serverUrl);
    await openPage(page.href);
    const { code, iss } = await callback.received(signal);
    await library.auth(login.provider, {
      serverUrl,
      fetchFn,
      authorizationCode: code,
      ...(iss === undefined ? {} : { iss }),
    });
    await store.exclusively(() => keeper.write(login.login()));
    current = Promise.resolve(login.login().tokens?.access_token);
  }

  /** On the port that the client is registered with, where possible: some servers compare it. */
  async function listening({ redirectPort: registered }: KeptLogin, state: string): Promise<CallbackServer> {
    if (clientId !== undefined) return callbackServer(redirectPort ?? 0, state);
    return callbackServer(registered ?? 0, state).catch(() => callbackServer(0, state));
  }

  return {
    isAttended: openPage !== undefined,
    token: () => (current ??= read()),
    renew(refused, challenge) {
      renewing ??= renewed(refused, challenge)
        .then((token) => {
          current = Promise.resolve(token);
          return token;
        })
        .finally(() => (renewing = undefined));
      return renewing;
    },
    logIn(challenge, signal) {
      loggingIn ??= withPage(challenge, signal)
        .catch((error: unknown) => {
          throw new Error(`the login failed: ${messageOf(error)}`, { cause: error });
        })
        .finally(() => (loggingIn = undefined));
      return loggingIn;
    },
  };
}
