import { ClientError, errorOf } from "./client-error.ts";

export interface ClientOptions {
  /** Of the server: `http://127.0.0.1:4400`. Default: the page's own. */
  readonly url?: string;
  /** Absent in a page that was opened with a link of the server: it has a cookie. */
  readonly token?: string;
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch;
  /** Default 500. Each try waits twice as long, at most ten times as long. */
  readonly firstWaitMs?: number;
}

/** Requests to one server. */
export interface Connection {
  /** Rejects with `ClientError`; with the reason of `signal` when that is aborted. */
  send(path: string, request: RequestInit, signal?: AbortSignal): Promise<Response>;
  /** How long to wait before the next try. @param tries - that have failed. */
  waitMs(tries: number): number;
}

export function connectTo(options: ClientOptions): Connection {
  const { url = "", token, fetch: request = fetch, firstWaitMs = 500 } = options;
  return {
    async send(path, init, signal) {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      const answer = await request(`${url}/api${path}`, {
        ...init,
        headers,
        ...(signal && { signal }),
      }).catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new ClientError(0, "no-answer", "The server cannot be reached.", { cause });
      });
      if (!answer.ok) throw errorOf(answer.status, await answer.text());
      return answer;
    },
    waitMs: (tries) => Math.min(firstWaitMs * 2 ** tries, firstWaitMs * 10),
  };
}

/** Resolves early when the signal is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
