import type { AttemptModel, ModelLimits, ModelPrice } from "@skein/protocol";
import { userModelFacts } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { loadersTelling } from "../providers.ts";

/** What is known of a model without asking anybody, also without a key. */
export interface KnownModel {
  readonly limits: ModelLimits;
  readonly price: ModelPrice | undefined;
}

/** From the user's config files, otherwise from the provider's catalogue. */
export async function knownModel(provider: string, model: string): Promise<KnownModel> {
  const loaders = loadersTelling({ say: () => undefined });
  const facts = Object.entries(await userModelFacts(thisMachine())).find(([id]) => id === model)?.[1];
  const load = Object.hasOwn(loaders, provider) ? loaders[provider] : undefined;
  const found: Pick<AttemptModel, "limits" | "price"> | undefined = await load?.().then(
    (loaded) => loaded.model(model),
    () => undefined, // its package or its settings are not there: then nothing is known
  );
  return { limits: { ...found?.limits, ...facts?.limits }, price: facts?.price ?? found?.price };
}
