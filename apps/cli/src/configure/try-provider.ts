import type { ModelInfo, ModelProvider } from "@skein/protocol";
import { providerAccess } from "@skein/host/providers";
import { thisMachine } from "../machine.ts";
import { knownProvider } from "../providers.ts";
import type { Answers } from "./answers.ts";

/** The provider as it would be after saving. */
export async function providerWith(id: string, { key, baseUrl }: Answers): Promise<ModelProvider> {
  const { load, addressVariable } = knownProvider(id);
  const access = await providerAccess(thisMachine(), { id, addressVariable }, { say: () => undefined });
  return load({
    ...access,
    ...(key === undefined ? {} : { apiKey: key }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl === "" ? undefined : baseUrl }),
  });
}

/** Models that the endpoint lists; none when it does not say. */
export async function offeredModels(provider: ModelProvider): Promise<readonly ModelInfo[]> {
  return provider.models().catch(() => []);
}
