import { createHash } from "node:crypto";
import type { LoginStore } from "@skein/extensions";
import type { SecretStore } from "@skein/settings";

/** Keeps the login of a server where keys are kept. */
export function loginStore(secrets: SecretStore, url: string): LoginStore {
  const name = loginName(url);
  return {
    read: () => secrets.get(name),
    write: async (text) => void (await secrets.set(name, text)),
    exclusively: (work) => secrets.exclusively(name, work),
  };
}

/** The name of a server's login among the kept secrets. */
export function loginName(url: string): string {
  return `MCP_LOGIN_${createHash("sha256").update(url).digest("hex").slice(0, 32).toUpperCase()}`;
}
