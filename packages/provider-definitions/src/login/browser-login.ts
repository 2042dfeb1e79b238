import { createHash, randomBytes, randomUUID } from "node:crypto";
import { ProviderError, systemClock } from "@skein/protocol";
import type { Clock, JsonObject } from "@skein/protocol";
import { jsonIn, objectIn, stringIn } from "@skein/provider-kit";
import type { BrowserLogin, ProviderDefinition } from "../definition.ts";
import { askVendor, wordsOf } from "./ask-vendor.ts";
import type { DeviceLoginResult } from "./device-login.ts";
import { grantIn, readGrant } from "./grant.ts";

/** Where the vendor sends the browser back to, on this machine. */
export interface LoginListener extends AsyncDisposable {
  /** To be redirected to. */
  readonly url: string;
  /** Rejects when the person refused, when no one came in time, and when `signal` is aborted. */
  received(signal: AbortSignal): Promise<{ readonly code: string; readonly clientId: string | undefined }>;
}

export interface BrowserLoginOptions {
  /** Waits on this machine for a redirect with this `state`. */
  readonly listen: (state: string) => Promise<LoginListener>;
  /** Shows the vendor's page. */
  readonly openPage: (url: string) => Promise<void>;
  /** The login that is kept, if there is one: its registration is used again. */
  readonly kept: string | undefined;
  readonly signal: AbortSignal;
  /** Default: the transport of the providers, with its proxies. */
  readonly fetch?: typeof fetch;
  readonly clock?: Pick<Clock, "now">;
}

/**
 * Gets a login on the vendor's page, in a browser on this machine.
 *
 * @returns as the key, what `loginTokens` needs: a text to be kept. Throws `ProviderError` `auth` when the login is
 *   refused or lacks a right, and the signal's reason when that is aborted.
 *
 * Source: RFC 6749, 4.1, with RFC 7636; RFC 8252, 7.3 for the address.
 */
export async function browserLogin(
  definition: ProviderDefinition,
  { listen, openPage, kept, signal, fetch, clock = systemClock }: BrowserLoginOptions,
): Promise<DeviceLoginResult> {
  const { name: provider, browserLogin: login, headers } = definition;
  if (!login) throw refused(provider, "does not support login in a browser");
  const before = readGrant(kept);
  const installation = before?.installation || `urn:uuid:${randomUUID()}`;
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()];
  await using listener = await listen(state);
  await openPage(pageOf(login, { state, nonce, verifier, installation, redirect: listener.url, before }));
  const { code, clientId: issued } = await listener.received(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw refused(provider, `did not log in: ${error instanceof Error ? error.message : String(error)}`);
  });
  const clientId = issued ?? before?.clientId ?? (login.isRegistering ? undefined : login.clientId);
  if (clientId === undefined) throw refused(provider, "gave this installation no registration");
  const answer = await askVendor(
    login.tokenUrl,
    {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      redirect_uri: listener.url,
      code_verifier: verifier,
      ...(login.resource === undefined ? {} : { resource: login.resource }),
    },
    { provider, headers, fetch, signal },
  );
  const grant = grantIn(answer, { clientId, installation, refreshToken: "" }, clock);
  if (!grant) throw refused(provider, `did not log in: ${wordsOf(answer)}`);
  requireScope(provider, login, answer);
  const claims = claimsIn(stringIn(answer["id_token"]));
  if (!isOfThisLogin(claims, { login, clientId, nonce, now: clock.now() }))
    throw refused(provider, "gave a login that does not belong to this one");
  const account = stringIn(claims["email"]) || stringIn(claims["name"]);
  return { key: JSON.stringify(grant), ...(account === "" ? {} : { account }) };
}

interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly installation: string;
  readonly redirect: string;
  readonly before: { readonly clientId: string } | undefined;
}

function pageOf(login: BrowserLogin, attempt: Attempt): string {
  const { state, nonce, verifier, installation, redirect, before } = attempt;
  const page = new URL(login.authorizeUrl);
  const fields = {
    response_type: "code",
    client_id: before?.clientId ?? login.clientId,
    redirect_uri: redirect,
    scope: login.scope,
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(login.resource === undefined ? {} : { resource: login.resource }),
    // What OpenAI wants of programs that it registers: developers.openai.com/siwc/token-sharing-open-source/sign-in
    ...(login.isRegistering ? { ext_agent_host_id: installation } : {}),
    ...(login.isRegistering && !before ? { agent_name_hint: "Skein" } : {}),
  };
  for (const [name, value] of Object.entries(fields)) page.searchParams.set(name, value);
  return page.href;
}

/** Without it, the tokens of a login are good for nothing. */
function requireScope(provider: string, { neededScope }: BrowserLogin, answer: JsonObject): void {
  const granted = stringIn(answer["scope"]).split(" ");
  if (neededScope === undefined || granted.includes(neededScope)) return;
  throw refused(provider, `did not grant ${neededScope}`, "Log in again, and allow it on the page.");
}

interface ExpectedClaims {
  readonly login: BrowserLogin;
  readonly clientId: string;
  readonly nonce: string;
  readonly now: number;
}

/** The token came from the vendor itself over TLS, which stands for its signature: OpenID Connect Core 1.0, 3.1.3.7. */
function isOfThisLogin(claims: JsonObject, { login, clientId, nonce, now }: ExpectedClaims): boolean {
  if (login.issuer === undefined) return true;
  const { iss, aud, exp } = claims;
  const isForUs = aud === clientId || (Array.isArray(aud) && aud.includes(clientId));
  const isAlive = typeof exp === "number" && exp * 1000 > now;
  return iss === login.issuer && isForUs && isAlive && claims["nonce"] === nonce;
}

function claimsIn(token: string): JsonObject {
  return objectIn(jsonIn(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")));
}

const randomText = () => randomBytes(32).toString("base64url");

function refused(provider: string, what: string, hint = "Try again."): ProviderError {
  return new ProviderError("auth", `${provider} ${what}.`, { provider, retryable: false, hint });
}
