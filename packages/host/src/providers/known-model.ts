import type { AttemptModel, ModelLimits, ModelPrice, ModelName } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { userModelFacts } from "../settings/model-facts.ts";
import type { ProviderRegistry } from "./provider-registry.ts";

/** What is known of a model without asking anybody, also without a key. */
export interface KnownModel {
  readonly limits: ModelLimits;
  readonly price: ModelPrice | undefined;
}

export interface ModelSources {
  readonly machine: Machine;
  readonly providers: ProviderRegistry;
}

/** From the user's config files, otherwise from the provider's catalogue. */
export async function knownModel(
  { machine, providers }: ModelSources,
  { provider, model }: ModelName,
): Promise<KnownModel> {
  const loaders = providers.loaders(machine, { say: () => undefined });
  const facts = Object.entries(await userModelFacts(machine)).find(([id]) => id === model)?.[1];
  const load = Object.hasOwn(loaders, provider) ? loaders[provider] : undefined;
  const found: Pick<AttemptModel, "limits" | "price"> | undefined = await load?.().then(
    (loaded) => loaded.model(model),
    () => undefined, // its package or its settings are not there: then nothing is known
  );
  return { limits: { ...found?.limits, ...facts?.limits }, price: facts?.price ?? found?.price };
}
