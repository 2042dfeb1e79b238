import type * as mcpClient from "@modelcontextprotocol/client";
import { UnusableProxy } from "@skein/platform/outgoing";
import { escapeName } from "@skein/protocol";
import type { Fetch } from "../transport/bounded-fetch.ts";
import { loginFetch } from "./login-fetch.ts";
import type { Challenge } from "./login-settings.ts";

type Library = Pick<typeof mcpClient, "discoverOAuthServerInfo">;
export type LoginServerInfo = Awaited<ReturnType<Library["discoverOAuthServerInfo"]>>;

/** Of an address in an error. */
const shownCharacters = 200;

/**
 * Finds the authorization server of an MCP server. Throws an `Error` if its metadata has another issuer than the server was
 * found by; only a slash at the end may differ. Throws `UnusableProxy`.
 *
 * Source: RFC 8414, section 3.3, asks for the same text. Many servers add or drop that slash, which names no other server.
 */
export async function discoverLogin(
  serverUrl: string,
  { resourceMetadataUrl }: Pick<Challenge, "resourceMetadataUrl">,
  library: Library,
): Promise<LoginServerInfo> {
  const send = loginFetch(serverUrl);
  // The library goes on without an address that cannot be reached.
  let unusable: UnusableProxy | undefined;
  const fetchFn: Fetch = (address, init) =>
    send(address, init).catch((error: unknown) => {
      if (error instanceof UnusableProxy) unusable ??= error;
      throw error;
    });
  const found = await library
    .discoverOAuthServerInfo(serverUrl, {
      fetchFn,
      skipIssuerMetadataValidation: true,
      ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    })
    .catch((error: unknown) => Promise.reject(unusable ?? error));
  if (unusable) throw unusable;
  const { authorizationServerUrl, authorizationServerMetadata: metadata } = found;
  if (metadata && !isSameIssuer(metadata.issuer, authorizationServerUrl))
    throw new Error(
      `its authorization server is ${shown(authorizationServerUrl)}, whose metadata has the issuer ${shown(metadata.issuer)}`,
    );
  return found;
}

/** Returns true if both are the same text, up to one slash at the end. */
export function isSameIssuer(one: string, other: string): boolean {
  return one === other || one === `${other}/` || other === `${one}/`;
}

function shown(address: string): string {
  return JSON.stringify(escapeName(address).slice(0, shownCharacters));
}
