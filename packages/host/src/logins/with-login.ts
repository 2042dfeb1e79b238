import type { McpSettings } from "@skein/extensions";
import type { Machine } from "../machine.ts";
import { keptSecrets } from "../secrets/kept-secrets.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import { loginStore } from "./login-store.ts";

export interface LoginSources {
  readonly machine: Machine;
  /** Is notified of tokens. */
  readonly used?: UsedSecrets | undefined;
  /** Shows the page on which a user logs in; absent: no one is there to do so. */
  readonly openPage?: ((url: string) => void | Promise<void>) | undefined;
}

/** The same server, whose login is kept on this machine. */
export function withLogin(server: McpSettings, { machine, used, openPage }: LoginSources): McpSettings {
  if (!("url" in server)) return server;
  return {
    ...server,
    login: {
      ...server.login,
      store: loginStore(keptSecrets(machine), server.url),
      openPage,
      onSecret: (value) => used?.add({ name: "MCP_TOKEN", value }),
    },
  };
}
