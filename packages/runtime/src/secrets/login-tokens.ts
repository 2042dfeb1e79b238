import type { McpSettings } from "@skein/extensions";
import type { KnownSecret } from "@skein/redaction";

/** Tokens that logins of servers bring, at any time; servers start before there is a redactor. */
export interface LoginTokens {
  /** The same server, whose tokens are learned. */
  learnFrom(server: McpSettings): McpSettings;
  /** What a server is started with that is made later. */
  learn(secrets: readonly KnownSecret[]): void;
  /** Receives the tokens that are known, and every further one. */
  tell(listener: (secret: KnownSecret) => void): void;
}

export function loginTokens(): LoginTokens {
  const known = new Map<string, KnownSecret>();
  const listeners: ((secret: KnownSecret) => void)[] = [];
  const named = (value: string): KnownSecret => ({ name: "MCP_TOKEN", value });
  function learn(secrets: readonly KnownSecret[]): void {
    for (const secret of secrets) {
      known.set(secret.value, secret);
      for (const listener of listeners) listener(secret);
    }
  }
  return {
    learn,
    learnFrom(server) {
      if (!("url" in server) || !server.login) return server;
      const { login } = server;
      const onSecret = (value: string): void => {
        learn([named(value)]);
        login.onSecret?.(value);
      };
      return { ...server, login: { ...login, onSecret } };
    },
    tell(listener) {
      listeners.push(listener);
      for (const secret of known.values()) listener(secret);
    },
  };
}
