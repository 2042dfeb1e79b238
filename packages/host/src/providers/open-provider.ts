import type { ModelInfo, ModelPrice, ModelProvider } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { firstWithKey } from "./first-with-key.ts";
import type { KeyListeners } from "./provider-access.ts";
import type { ProviderRegistry } from "./provider-registry.ts";

export interface OpenProviderOptions {
  /** Without it the one that a run in `cwd` would take. */
  readonly id: string | undefined;
  readonly cwd: string;
  readonly listeners: KeyListeners;
}

/** A provider to be asked something beside a run. Throws `ConfigError`. */
export async function openProvider(
  machine: Machine,
  providers: ProviderRegistry,
  { id, cwd, listeners }: OpenProviderOptions,
): Promise<{ readonly id: string; readonly provider: ModelProvider }> {
  const chosen = id ?? (await chosenProvider(machine, providers, cwd));
  providers.named(chosen);
  const provider = await providers.loaders(machine, listeners)[chosen]!();
  return { id: chosen, provider };
}

async function chosenProvider(machine: Machine, { known }: ProviderRegistry, cwd: string): Promise<string> {
  const { values } = await effectiveSettings(machine, cwd);
  if (values.provider !== undefined) return values.provider;
  return (await firstWithKey(machine, known)) ?? Object.keys(known)[0]!;
}

export interface DescribedModel extends ModelInfo {
  readonly price?: ModelPrice;
}

/** What the endpoint says of its models, and where it says nothing what the provider knows. */
export async function describedModels(provider: ModelProvider): Promise<readonly DescribedModel[]> {
  const offered = await provider.models();
  return offered.map((info) => {
    const { limits, price } = provider.model(info.id);
    return { ...info, limits: { ...limits, ...info.limits }, ...(price === undefined ? {} : { price }) };
  });
}
