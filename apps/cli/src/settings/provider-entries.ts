import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { describeOrigin, type ResolvedSettings } from "@skein/settings";
import { isAddress } from "./address.ts";
import { providersKey } from "./user-entries.ts";

/** What config files say of one provider. */
export interface ProviderEntry {
  readonly baseUrl?: string | undefined;
  /** An address, or `none`; may hold references such as `${NAME}`. */
  readonly proxy?: string | undefined;
  /** Absolute paths. */
  readonly ca?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  /** Their values may hold references. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const example = `Write it like this:
${providersKey}:
  ID:
    baseUrl: https://example.com
    proxy: http://proxy.example.com:3128
    ca: ~/certificates/company.pem
    clientCert: client.pem
    clientKey: client.key
    headers: { x-team: "\${TEAM_TOKEN}" }`;

const files = ["ca", "clientCert", "clientKey"] as const;
const known = ["baseUrl", "proxy", "headers", ...files];

/**
 * By provider id, as config files say under `providers`; a stronger file wins for each single field. How a provider is
 * reached is the user's to say, since keys go there: what a project says about it is left out, trusted or not.
 *
 * Throws `ConfigError` with the place of what cannot be used.
 */
export function providerEntries(others: ResolvedSettings["others"]): Readonly<Record<string, ProviderEntry>> {
  const found: Record<string, ProviderEntry> = {};
  for (const { key, value, origin } of others.toReversed()) {
    if (key !== providersKey || origin.layer === "project" || value === null) continue;
    const fault = (what: string): ConfigError =>
      new ConfigError("usage", `${describeOrigin(origin)}: ${what}.`, { hint: example });
    if (!isJsonObject(value)) throw fault(`${key} must be a map of provider ids to their settings`);
    for (const [id, settings] of Object.entries<JsonValue>(value)) {
      if (!isJsonObject(settings)) throw fault(`${key}.${id} must be a map`);
      const entry = entryOf(settings, dirname(origin.name), (what) => fault(`${key}.${id}${what}`));
      found[id] = { ...(Object.hasOwn(found, id) ? found[id] : {}), ...entry };
    }
  }
  return found;
}

/** @param folder - of the config file; where paths start that say no folder. */
function entryOf(settings: JsonObject, folder: string, fault: (what: string) => ConfigError): ProviderEntry {
  const strange = Object.keys(settings).find((name) => !known.includes(name));
  if (strange !== undefined) throw fault(` knows no "${strange}"`);
  const said = Object.entries<JsonValue>(settings).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([name, value]): [string, ProviderEntry[keyof ProviderEntry]] => {
      if (name === "headers") return [name, headersOf(value, fault)];
      if (typeof value !== "string" || value.trim() === "") throw fault(`.${name} is not text`);
      if (name === "baseUrl" && !isAddress(value)) throw fault(".baseUrl is not an http or https address");
      return [name, files.some((file) => file === name) ? pathOf(value, folder) : value];
    }),
  );
}

function headersOf(value: JsonValue, fault: (what: string) => ConfigError): Readonly<Record<string, string>> {
  if (!isJsonObject(value) || !Object.values<JsonValue>(value).every((text) => typeof text === "string"))
    throw fault(".headers is not a map of texts");
  return value as Readonly<Record<string, string>>;
}

function pathOf(path: string, folder: string): string {
  return path.startsWith("~/") ? resolve(homedir(), path.slice(2)) : resolve(folder, path);
}
