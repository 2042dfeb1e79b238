import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** An HTTP server on 127.0.0.1 whose answer may depend on its own address. */
export async function loopback(
  answerOf: (url: string) => Answer,
): Promise<AsyncDisposable & { readonly url: string }> {
  let answer: Answer | undefined;
  const server = createServer((request, response) => {
    Promise.resolve(answer?.(request, response)).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = answerOf(url);
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface AuthorizationServer extends AsyncDisposable {
  readonly issuer: string;
  /** Token requests by their grant type, the refused ones too. */
  readonly grants: string[];
  /** Scopes of an access token; `undefined` when it is not valid. */
  scopesOf(token: string): Promise<readonly string[] | undefined>;
  /** Revokes the access tokens that were issued until now, and with `all` the refresh tokens, too. */
  revoke(which: "access" | "all"): Promise<void>;
}

interface IssuedToken {
  destroy(): Promise<void>;
}

/** A real authorization server at which a person agrees to everything: registration, PKCE, rotated refresh tokens. */
export async function authorizationServer(resource: () => string): Promise<AuthorizationServer> {
  const grants: string[] = [];
  const access: IssuedToken[] = [];
  const refresh: IssuedToken[] = [];
  let provider: Provider | undefined;
  const server = await loopback((issuer) => {
    const made = new Provider(issuer, configuration(resource));
    provider = made;
    made.on("access_token.saved", (token: IssuedToken) => void access.push(token));
    made.on("refresh_token.saved", (token: IssuedToken) => void refresh.push(token));
    return async (request, response) => {
      const { pathname } = new URL(request.url ?? "", issuer);
      if (pathname.startsWith("/interaction/")) return agree(made, request, response);
      if (pathname === "/token") request.on("data", (body: Buffer) => grants.push(grantIn(body)));
      return made.callback()(request, response);
    };
  });
  return {
    issuer: server.url,
    grants,
    scopesOf: async (token) => (await provider?.AccessToken.find(token))?.scope?.split(" "),
    async revoke(which) {
      const tokens = [...access.splice(0), ...(which === "all" ? refresh.splice(0) : [])];
      await Promise.all(tokens.map((token) => token.destroy()));
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function grantIn(body: Buffer): string {
  return new URLSearchParams(body.toString()).get("grant_type") ?? "none";
}

function configuration(resource: () => string) {
  return {
    clients: [],
    scopes: ["openid", "offline_access", "read", "write"],
    clientDefaults: { id_token_signed_response_alg: "RS256" },
    responseTypes: ["code"],
    cookies: { keys: ["for tests"] },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    routes: { registration: "/register", token: "/token" },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: resource,
        getResourceServerInfo: () => ({ scope: "read write", accessTokenFormat: "opaque" }),
        useGrantedResource: () => true,
      },
    },
  };
}

async function agree(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  const finish = (result: Readonly<Record<string, unknown>>): Promise<void> =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (prompt.name === "login") return finish({ login: { accountId: "someone" } });
  const grant = new provider.Grant({ accountId: "someone", clientId: params["client_id"] ?? "" });
  grant.addOIDCScope("openid offline_access read write");
  grant.addResourceScope(params["resource"] ?? "", "read write");
  return finish({ consent: { grantId: await grant.save() } });
}
