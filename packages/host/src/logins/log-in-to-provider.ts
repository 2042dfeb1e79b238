import { ConfigError } from "@skein/protocol";
import { callbackServer } from "@skein/extensions";
import type { LoginOptions, ProviderDefinition } from "@skein/provider-definitions";
import type { Machine } from "../machine.ts";
import { loadProviderDefinitions } from "../later.ts";
import { definitionNamed } from "../providers/kept-definition.ts";
import type { ProviderRegistry } from "../providers/provider-registry.ts";
import { findKey } from "../secrets/find-key.ts";
import { keptSecrets } from "../secrets/kept-secrets.ts";
import { loginPolicies } from "./login-policies.ts";
import { findProviderLogin, removeProviderLogin, storeProviderLogin } from "./provider-logins.ts";
import type { LoginTarget, ProviderLogin } from "./provider-logins.ts";

export interface ProviderLoginSources {
  readonly machine: Machine;
  /** Has learned the definitions that count. */
  readonly providers: Pick<ProviderRegistry, "known" | "named">;
}

/** How the person sees the vendor's page. */
export interface LoginFaces extends LoginOptions {
  /** Shows a page in a browser on this machine. Absent where no browser can be shown. */
  readonly openPage?: ((url: string) => Promise<void>) | undefined;
}

interface DefinedLogin extends LoginTarget {
  readonly definition: ProviderDefinition;
}

/** Where vendors send the browser back to: the path that their registrations have. */
const callbackPath = "/auth/callback";

/**
 * Gets a key by a code that a person enters on the vendor's page, or tokens from a page in a browser, and stores them.
 *
 * Throws `ConfigError` for a provider without a login, with what its vendor allows instead, and `ProviderError` when the
 * login fails.
 */
export async function logInToProvider(
  id: string,
  { machine, providers }: ProviderLoginSources,
  options: LoginFaces,
): Promise<ProviderLogin> {
  providers.named(id);
  const target = await loginTarget(machine, id);
  if (!target) throw noLogin(id);
  const { key, ...known } = await loginTo(target, machine, options);
  const place = await storeProviderLogin(machine, target, { key, ...known });
  return { id, variable: target.variable, place, ...known };
}

async function loginTo(
  { definition, variable }: DefinedLogin,
  machine: Machine,
  { openPage, ...options }: LoginFaces,
) {
  const { browserLogin, deviceLogin } = await loadProviderDefinitions();
  if (!definition.browserLogin) return deviceLogin(definition, options);
  if (!openPage)
    throw new ConfigError("usage", `The login to ${definition.name} needs a browser on this machine.`, {
      hint: "Log in where there is one; BROWSER names the program.",
    });
  return browserLogin(definition, {
    ...options,
    openPage,
    kept: await keptSecrets(machine).get(variable),
    listen: (state) => callbackServer(0, state, callbackPath),
  });
}

/** Removes what the login to a provider stored. Throws `ConfigError` if the provider has no stored login. */
export async function logOutOfProvider(
  id: string,
  { machine, providers }: ProviderLoginSources,
): Promise<void> {
  const { keyVariables } = providers.named(id);
  const target = await loginTarget(machine, id);
  if (target && (await removeProviderLogin(machine, target))) return;
  const key = await findKey(machine, keyVariables, keptSecrets(machine));
  throw new ConfigError(
    "usage",
    `There is no login to ${id}.`,
    key ? { hint: `Its key in ${key.variable} is not of a login, and was not removed.` } : {},
  );
}

/** Lists the stored logins, in the order of the providers. */
export async function listProviderLogins({
  machine,
  providers,
}: ProviderLoginSources): Promise<readonly ProviderLogin[]> {
  const ids = Object.keys(providers.known).filter((id) => providers.known[id]?.definedBy !== undefined);
  const logins = await Promise.all(
    ids.map(async (id) => {
      const target = await loginTarget(machine, id);
      return target && findProviderLogin(machine, target);
    }),
  );
  return logins.filter((login) => login !== undefined);
}

/** @returns undefined if the definition has no login. */
async function loginTarget(machine: Machine, id: string): Promise<DefinedLogin | undefined> {
  const definition = await definitionNamed(machine, id);
  const [variable] = definition?.keyVariables ?? [];
  const isDefined = definition?.deviceLogin ?? definition?.browserLogin;
  return definition && isDefined && variable !== undefined ? { id, variable, definition } : undefined;
}

function noLogin(id: string): ConfigError {
  const policy = Object.hasOwn(loginPolicies, id) ? loginPolicies[id] : undefined;
  const nextStep = { do: "store-key" } as const;
  if (!policy) return new ConfigError("usage", `${id} has no login by a code.`, { nextStep });
  const source = policy.source === undefined ? "" : ` See ${policy.source}`;
  return new ConfigError("usage", `${id} has no login: ${policy.reason}.`, {
    hint: `${policy.instead}.${source}`,
    nextStep,
  });
}
