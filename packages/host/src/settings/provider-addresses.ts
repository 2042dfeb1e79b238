import type { SettingsSection } from "@skein/settings";
import { providerEntries } from "./provider-entries.ts";

/** Base URLs by provider id, as the user's config files say under `providers`. */
export function providerAddresses(found: readonly SettingsSection[]): Readonly<Record<string, string>> {
  const entries = Object.entries(providerEntries(found));
  return Object.fromEntries(
    entries.flatMap(([id, { baseUrl }]) => (baseUrl === undefined ? [] : [[id, baseUrl]])),
  );
}
