import type * as mcpClient from "@modelcontextprotocol/client";
import type { KeptLogin } from "./kept-login.ts";
import { discoverLogin, isSameIssuer } from "./discover-login.ts";
import { loginFetch } from "./login-fetch.ts";
import type { Challenge } from "./login-settings.ts";

type Library = Pick<typeof mcpClient, "discoverOAuthServerInfo" | "refreshAuthorization">;

/** Answers of an authorization server after which a token can never be used again. */
const final = ["invalid_grant", "invalid_client", "unauthorized_client"];

/**
 * Renews the access token of a login. A refresh token is only sent to the authorization server that issued it, and only
 * while the MCP server still names that one.
 *
 * @returns what to keep: without tokens when the user must log in again. Throws when that is not known.
 */
export async function refreshLogin(
  serverUrl: string,
  login: KeptLogin,
  challenge: Challenge,
  library: Library,
): Promise<KeptLogin> {
  const { client, tokens } = login;
  if (!client || tokens?.refresh_token === undefined) return { ...login, tokens: undefined };
  const fetchFn = loginFetch(serverUrl);
  const found = await discoverLogin(serverUrl, challenge, library);
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found;
  const issuer = metadata?.issuer ?? authorizationServerUrl;
  if (tokens.issuer === undefined || !isSameIssuer(issuer, tokens.issuer))
    return { ...login, tokens: undefined };
  try {
    const fresh = await library.refreshAuthorization(authorizationServerUrl, {
      ...(metadata ? { metadata } : {}),
      ...(resourceMetadata ? { resource: resourceMetadata.resource } : {}),
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      fetchFn,
    });
    return { ...login, tokens: { scope: tokens.scope, ...fresh, issuer } };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (!final.some((word) => word === code)) throw error;
    const isClientKnown = code === "invalid_grant";
    return { ...login, client: isClientKnown ? client : undefined, tokens: undefined };
  }
}
