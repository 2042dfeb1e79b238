import type * as mcpClient from "@modelcontextprotocol/client";
import type { Fetch } from "../transport/bounded-fetch.ts";
import { LoginNeeded, type Challenge } from "./login-settings.ts";
import type { ServerLogin } from "./server-login.ts";

/**
 * `fetch` with the login's token. A request that is refused is sent once more with another token, if there is one.
 *
 * Rejects with `LoginNeeded` when only the user can help: logging in takes longer than a request may.
 */
export function authorizedFetch(
  fetch: Fetch,
  login: ServerLogin,
  library: Pick<typeof mcpClient, "extractWWWAuthenticateParams">,
): Fetch {
  function challengeIn(response: Response): Challenge | undefined {
    const { status } = response;
    if (status !== 401 && status !== 403) return undefined;
    const { scope, error, resourceMetadataUrl } = library.extractWWWAuthenticateParams(response);
    return status === 401 || error === "insufficient_scope"
      ? { status, scope, resourceMetadataUrl }
      : undefined;
  }

  return async (url, init) => {
    let token = await login.token();
    for (let isAgain = false; ; isAgain = true) {
      const response = await fetch(url, withToken(init, token));
      const challenge = challengeIn(response);
      if (!challenge) return response;
      await response.body?.cancel();
      token = isAgain ? undefined : await login.renew(token, challenge);
      if (token === undefined) throw new LoginNeeded(challenge);
    }
  };
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

/** The demand for a login among the causes of an error. */
export function loginNeededIn(error: unknown): LoginNeeded | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (inner instanceof LoginNeeded) return inner;
  return undefined;
}
