import { escapeName } from "@skein/protocol";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { waits } from "../limits.ts";

const doneText = "You are logged in. You can close this page.\n";

/** What the authorization server redirected the browser back with. */
interface LoginAnswer {
  readonly code: string;
  /** The issuer, if it named itself. */
  readonly iss: string | undefined;
  /** Issued to this installation, by a server that registers programs at their first login. */
  readonly clientId: string | undefined;
}

export interface CallbackServer extends AsyncDisposable {
  /** To be redirected to. */
  readonly url: string;
  readonly port: number;
  /** Rejects when the user refused, when no one came in time, and when `signal` is aborted. */
  received(signal: AbortSignal): Promise<LoginAnswer>;
}

/**
 * Waits on 127.0.0.1 for one redirect. Requests without the right `state` are refused and change nothing.
 *
 * @param port - 0: any. Rejects with `EADDRINUSE` when it is taken.
 * @param path - of the address that is redirected to.
 */
export async function callbackServer(
  port: number,
  state: string,
  path = "/callback",
): Promise<CallbackServer> {
  const { promise, resolve, reject } = Promise.withResolvers<LoginAnswer>();
  promise.catch(() => {}); // no one may be waiting yet
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const say = (status: number, text: string) =>
      response
        .writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" })
        .end(text);
    if (request.method !== "GET" || url.pathname !== path) return say(404, "There is nothing here.\n");
    const { searchParams: query } = url;
    if (query.get("state") !== state) return say(400, "This login was not started here.\n");
    const code = query.get("code");
    if (code === null) {
      reject(new Error(refusal(query)));
      return say(400, "The login was refused.\n");
    }
    resolve({
      code,
      iss: query.get("iss") ?? undefined,
      clientId: query.get("client_id") ?? undefined,
    });
    return say(200, doneText);
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, "127.0.0.1", listening);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}${path}`,
    port: own,
    async received(signal) {
      const late = new Error(`no one logged in within ${waits.login / 60_000} minutes`);
      const timer = setTimeout(() => reject(late), waits.login);
      const stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeIdleConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function refusal(query: URLSearchParams): string {
  const words = [query.get("error"), query.get("error_description")].filter((word) => word !== null);
  return `the login was refused: ${escapeName(words.join(": ").slice(0, 300))}`;
}
