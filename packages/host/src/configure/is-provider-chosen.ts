import type { Machine } from "../machine.ts";
import { firstWithKey } from "../providers/first-with-key.ts";
import type { ProviderRegistry } from "../providers/provider-registry.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";

/** Whether a new session in `cwd` would know whom to ask: one is set, or has a key. Throws `ConfigError` for bad settings. */
export async function isProviderChosen(
  machine: Machine,
  providers: ProviderRegistry,
  cwd: string,
): Promise<boolean> {
  const { values } = await effectiveSettings(machine, cwd);
  return values.provider !== undefined || (await firstWithKey(machine, providers.known)) !== undefined;
}
