import type { ModelProvider } from "@skein/protocol";
import {
  defineProvider,
  readDefinition,
  type Engines,
  type ProviderDefinition,
} from "@skein/provider-definitions";
import type { ProviderAccess } from "./provider-access.ts";

export interface OpenWith {
  readonly engines: Engines;
  readonly access: ProviderAccess;
}

/** @param load - gives the fields of the definition. */
export async function bundledProvider(
  id: string,
  load: () => Promise<{ readonly default: unknown }>,
  options: OpenWith,
): Promise<ModelProvider> {
  return openDefinition(await bundledDefinition(id, load), options);
}

export async function bundledDefinition(
  id: string,
  load: () => Promise<{ readonly default: unknown }>,
): Promise<ProviderDefinition> {
  const { default: fields } = await load();
  return (await readDefinition(JSON.stringify(fields), id)).definition;
}

export function openDefinition(definition: ProviderDefinition, { engines, access }: OpenWith): ModelProvider {
  return defineProvider(definition, engines, access);
}
