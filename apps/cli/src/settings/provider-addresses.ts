import { ConfigError, isJsonObject, type JsonValue } from "@skein/protocol";
import { describeOrigin, type ResolvedSettings } from "@skein/settings";
import { providersKey, userEntries } from "./user-entries.ts";

type Others = ResolvedSettings["others"];

/**
 * Base URLs by provider id, as config files say under `providers`. Where keys are sent is the user's to say: what a
 * project says about it is left out, trusted or not.
 *
 * Throws `ConfigError` with the place of what cannot be used.
 */
export function providerAddresses(others: Others): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { key, value, origin } of others.toReversed()) {
    if (key !== providersKey || origin.layer === "project") continue;
    const fault = (what: string, hint: string) =>
      new ConfigError("usage", `${describeOrigin(origin)}: ${what}.`, { hint });
    const example = `Write it like this:\n${providersKey}:\n  ID:\n    baseUrl: https://example.com`;
    if (value === null) continue;
    if (!isJsonObject(value)) throw fault(`${key} must be a map of provider ids to their settings`, example);
    for (const [id, settings] of Object.entries<JsonValue>(value)) {
      if (!isJsonObject(settings)) throw fault(`${key}.${id} must be a map`, example);
      const strange = Object.keys(settings).find((name) => name !== "baseUrl");
      if (strange !== undefined) throw fault(`${key}.${id} knows no "${strange}"`, `It may hold baseUrl.`);
      const { baseUrl } = settings;
      if (baseUrl === undefined || baseUrl === null) continue;
      if (typeof baseUrl !== "string" || !isAddress(baseUrl))
        throw fault(`${key}.${id}.baseUrl is not an http or https address`, example);
      found[id] = baseUrl;
    }
  }
  return found;
}

/** An address that can be called and that carries no password, which would end up in logs. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** The user's own, without those of any project. */
export async function userAddresses(): Promise<Readonly<Record<string, string>>> {
  return providerAddresses(await userEntries());
}
