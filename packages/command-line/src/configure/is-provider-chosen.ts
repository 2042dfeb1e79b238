import type { Machine } from "@skein/host";
import { firstWithKey } from "@skein/host/providers";
import type { ProviderRegistry } from "@skein/host/providers";
import { effectiveSettings } from "@skein/host/settings";

/** Whether a new session in `cwd` would know whom to ask: one is set, or has a key. Throws `ConfigError` for bad settings. */
export async function isProviderChosen(
  machine: Machine,
  providers: ProviderRegistry,
  cwd: string,
): Promise<boolean> {
  const { values } = await effectiveSettings(machine, cwd);
  return values.provider !== undefined || (await firstWithKey(machine, providers.known)) !== undefined;
}
