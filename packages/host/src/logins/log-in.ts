import { ConfigError } from "@skein/protocol";
import type { McpUrlSettings } from "@skein/extensions";
import { logInToServer } from "@skein/runtime/logins";
import { isServiceUrl, type SecretLocation } from "@skein/settings";
import { keptSecrets } from "../secrets/kept-secrets.ts";
import { configExtensions, readyServers } from "../settings/config-extensions.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { lookUpReference } from "../settings/look-up-reference.ts";
import { loginName } from "./login-store.ts";
import { withLogin, type LoginSources } from "./with-login.ts";

interface LogInOptions extends Required<Pick<LoginSources, "machine" | "openPage">> {
  /** Name of an extension in the settings that count in `cwd`, or the address of a server. */
  readonly target: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * Logs in to an extension's server, also where a login is kept already, which is dropped first.
 *
 * @returns where the login is kept; `undefined` when the server requires none. Throws `ConfigError` and `ExtensionError`.
 */
export async function logInToExtension(options: LogInOptions): Promise<SecretLocation | undefined> {
  const { machine, openPage, signal } = options;
  const server = await serverNamed(options);
  const secrets = keptSecrets(machine);
  await secrets.remove(loginName(server.url));
  await logInToServer(withLogin(server, { machine, openPage }) as McpUrlSettings, signal);
  return secrets.where(loginName(server.url));
}

async function serverNamed({ machine, target, cwd }: LogInOptions): Promise<McpUrlSettings> {
  if (isServiceUrl(target)) return { url: target };
  const { sections } = await effectiveSettings(machine, cwd, {});
  const known = configExtensions(sections);
  const found = known.filter(({ name }) => name === target).map((one) => ({ ...one, isEnabled: true }));
  const { servers, warnings } = await readyServers(found, cwd, (name, extension) =>
    lookUpReference({ machine, providers: {} }, name, { ...extension, what: `the extension ${target}` }),
  );
  const [server] = servers;
  if (server && "url" in server) return server;
  if (server) throw new ConfigError("usage", `The extension "${target}" is a command: it has no login.`);
  if (warnings[0] !== undefined) throw new ConfigError("usage", warnings[0]);
  const names = known.filter(({ entry }) => entry["url"] !== undefined).map(({ name }) => name);
  throw new ConfigError("usage", `There is no extension "${target}" in the settings.`, {
    hint:
      names.length > 0
        ? `Name one of ${names.join(", ")}, or the address of a server.`
        : "Name one under `extensions` in the settings, or the address of a server.",
  });
}
