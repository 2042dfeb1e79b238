import type { McpSettings } from "@skein/extensions";
import type { KnownSecret } from "@skein/redaction";

/** Tokens that logins of servers bring, at any time; servers start before there is a redactor. */
export interface LoginTokens {
  /** The same server, whose tokens are learned. */
  learnFrom(server: McpSettings): McpSettings;
  /** Receives the tokens that are known, and every further one. */
  tell(listener: (secret: KnownSecret) => void): void;
}

export function loginTokens(): LoginTokens {
  const known = new Set<string>();
  const listeners: ((secret: KnownSecret) => void)[] = [];
  const named = (value: string): KnownSecret => ({ name: "MCP_TOKEN", value });
  return {
    learnFrom(server) {
      if (!("url" in server) || !server.login) return server;
      const { login } = server;
      const onSecret = (value: string): void => {
        known.add(value);
        for (const listener of listeners) listener(named(value));
        login.onSecret?.(value);
      };
      return { ...server, login: { ...login, onSecret } };
    },
    tell(listener) {
      listeners.push(listener);
      for (const value of known) listener(named(value));
    },
  };
}
