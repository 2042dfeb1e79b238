import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { isJsonObject } from "@skein/protocol";
import type { LoginStore, McpLogin } from "./login-settings.ts";

/** A login as it is kept. Both parts name the authorization server that issued them. */
export interface KeptLogin {
  readonly client?: StoredOAuthClientInformation | undefined;
  /** Port that the client was registered with. */
  readonly redirectPort?: number | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
}

export interface LoginKeeper {
  /** Empty when nothing is kept, or nothing that can be read: the user logs in again. */
  read(): Promise<KeptLogin>;
  write(login: KeptLogin): Promise<void>;
}

/** @param url - of the server: a login of another one is never used. */
export function loginKeeper(url: string, store: LoginStore, onSecret: McpLogin["onSecret"]): LoginKeeper {
  function tell({ client, tokens }: KeptLogin): void {
    const secrets = [tokens?.access_token, tokens?.refresh_token, tokens?.id_token, client?.client_secret];
    for (const secret of secrets) if (typeof secret === "string" && secret !== "") onSecret?.(secret);
  }
  return {
    async read() {
      const kept = parsed(await store.read());
      if (kept["url"] !== url) return {};
      const login = kept as KeptLogin;
      tell(login);
      return login;
    },
    async write(login) {
      tell(login);
      await store.write(JSON.stringify({ url, ...login }));
    },
  };
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
