import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refused } from "../decide/decision.ts";
import type { AccessLimits } from "../limits.ts";
import { securityHeaders } from "../security-headers.ts";
import { answerRefused } from "./answer-refused.ts";
import type { CredentialStore } from "./credential-store.ts";
import { writeKeptBrowsers } from "./kept-browsers.ts";
import type { WrongTokens } from "./wrong-tokens.ts";

export interface BrowserLoginOptions {
  readonly credentials: Pick<CredentialStore, "redeem" | "browsers">;
  readonly wrongTokens: WrongTokens;
  readonly limits: AccessLimits;
  /** Name of the cookie. */
  readonly cookie: string;
  /** The file of browsers that stay logged in. Default: they are logged out at the end. */
  readonly browsersFile: string | undefined;
}

/** The browsers that log in to one server. */
export interface BrowserLogins {
  logIn(code: string, request: IncomingMessage, response: ServerResponse): void;
  /** Writes the browsers that are logged in by then, after what is being written. */
  store(): Promise<void>;
  /** Resolves when nothing is being written. */
  stored(): Promise<void>;
}

export function createBrowserLogins(options: BrowserLoginOptions): BrowserLogins {
  const { credentials, wrongTokens, limits, cookie, browsersFile } = options;
  let storing: Promise<void> = Promise.resolve();

  function store(): Promise<void> {
    if (browsersFile === undefined) return Promise.resolve();
    const written = storing.then(() => writeKeptBrowsers(browsersFile, cookie, credentials.browsers()));
    storing = written.catch(() => undefined);
    return written;
  }

  return {
    logIn(code, request, response) {
      const from = request.socket.remoteAddress ?? "";
      const isBlocked = wrongTokens.count(from) >= limits.wrongTokens;
      const secret = isBlocked ? undefined : credentials.redeem(code);
      if (secret === undefined) {
        if (!isBlocked) wrongTokens.add(from);
        return answerRefused(response, isBlocked ? tooMany : staleCode);
      }
      // A browser that could not be kept is logged in until the server ends.
      void store().catch(() => undefined);
      const lifetime = browsersFile === undefined ? "" : `; Max-Age=${Math.floor(limits.browserMs / 1000)}`;
      response.writeHead(303, {
        ...securityHeaders,
        location: "./", // a proxy may have it under a path of its own
        "set-cookie": `${cookie}=${secret}; HttpOnly; SameSite=Strict; Path=/${lifetime}`,
      });
      response.end();
    },
    store,
    stored: () => storing,
  };
}

const staleCode: Refused = {
  kind: "refused",
  status: 401,
  code: "wrong-token",
  message: "This link was used, or is older than a minute. Ask for another one.",
};
const tooMany: Refused = {
  kind: "refused",
  status: 429,
  code: "too-many-wrong-tokens",
  message: "Too many wrong tokens. Wait a minute.",
};
