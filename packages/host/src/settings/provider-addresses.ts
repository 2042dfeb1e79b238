import type { SettingsSection } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { providerEntries } from "./provider-entries.ts";
import { userEntries } from "./user-entries.ts";

/** Base URLs by provider id, as the user's config files say under `providers`. */
export function providerAddresses(found: readonly SettingsSection[]): Readonly<Record<string, string>> {
  const entries = Object.entries(providerEntries(found));
  return Object.fromEntries(
    entries.flatMap(([id, { baseUrl }]) => (baseUrl === undefined ? [] : [[id, baseUrl]])),
  );
}

/** The user's own, without those of any project. */
async function userAddresses(machine: Machine): Promise<Readonly<Record<string, string>>> {
  return providerAddresses(await userEntries(machine));
}
