import type { ModelInfo, ModelProvider } from "@skein/protocol";
import type { Machine } from "@skein/host";
import { providerAccess } from "@skein/host/providers";
import type { ProviderRegistry } from "@skein/host/providers";
import type { ConfigureAnswers } from "./answers.ts";

/** The provider as it would be after saving. Throws `ConfigError` when there is none with that id. */
export async function providerWith(
  machine: Machine,
  providers: ProviderRegistry,
  { id, key, baseUrl }: Pick<ConfigureAnswers, "key" | "baseUrl"> & { readonly id: string },
): Promise<ModelProvider> {
  const { load, ...known } = providers.named(id);
  const access = await providerAccess(machine, { id, ...known }, { say: () => undefined });
  return load({
    ...access,
    ...(key === undefined ? {} : { apiKey: key }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl === "" ? undefined : baseUrl }),
  });
}

/** Models that the endpoint lists; none when it does not say. */
export async function listedModels(provider: ModelProvider): Promise<readonly ModelInfo[]> {
  return provider.models().catch(() => []);
}

/** Asks the provider once. @returns what is to be said of it. Throws `ConfigError` and `ProviderError`. */
export async function tryAnswers(
  machine: Machine,
  providers: ProviderRegistry,
  { id, ...answers }: ConfigureAnswers & { readonly id: string },
): Promise<readonly string[]> {
  const candidate = await providerWith(machine, providers, { ...answers, id });
  await candidate.check();
  const { model } = answers;
  const offered = model === undefined ? [] : await listedModels(candidate);
  const isListed = offered.length === 0 || offered.some((one) => one.id === model);
  return [
    `${id} answers.`,
    ...(isListed ? [] : [`It does not list the model ${model}; it may know it all the same.`]),
  ];
}
