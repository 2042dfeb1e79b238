import type { Machine } from "@skein/host";
import { logInToExtension } from "@skein/host/secrets";
import { ConfigError } from "@skein/protocol";

interface LoginStep {
  readonly url: string | null;
  readonly isLoggedIn: boolean;
}

/** Logins to servers of extensions that a browser makes, in two steps: it needs the address of a page meanwhile. */
export interface ExtensionLogins {
  /** Rejects with what keeps the login from beginning. A login that is on is ended. */
  start(name: string, cwd: string): Promise<LoginStep>;
  /** Rejects with what the login failed with, and when none was started. */
  finish(name: string): Promise<LoginStep>;
}

/** A person reads a page, and types a password. */
const longestMs = 10 * 60_000;

export function extensionLogins(machine: Machine): ExtensionLogins {
  const started = new Map<string, { readonly stop: AbortController; readonly end: Promise<LoginStep> }>();
  return {
    async start(name, cwd) {
      started.get(name)?.stop.abort();
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestMs)]);
      const { promise: page, resolve } = Promise.withResolvers<LoginStep>();
      const openPage = (url: string): void => resolve({ url, isLoggedIn: false });
      const end = logInToExtension({ machine, target: name, cwd, openPage, signal }).then((): LoginStep => ({
        url: null,
        isLoggedIn: true,
      }));
      end.catch(() => undefined); // told by `finish`
      started.set(name, { stop, end });
      return Promise.race([page, end]);
    },
    async finish(name) {
      const login = started.get(name);
      if (!login) throw new ConfigError("usage", `No login to "${name}" was started.`);
      try {
        return await login.end;
      } finally {
        if (started.get(name) === login) started.delete(name);
      }
    },
  };
}
