import { ConfigError, type AttemptModel, type ModelProvider } from "@skein/protocol";
import { withFacts, type ModelFacts } from "./with-facts.ts";

export interface ModelSources {
  /** By the id that users type. Loaded when asked for. */
  readonly providers: Readonly<Record<string, () => Promise<ModelProvider>>>;
  /** What the user knows of models, by their ids; asked for when a model is taken. */
  readonly facts?: () => Promise<Readonly<Record<string, ModelFacts>>>;
}

/** A model that is ready to be asked. Throws `ConfigError`: an unknown provider, a missing key. */
export async function loadModel(
  { providers, facts }: ModelSources,
  provider: string,
  model: string,
): Promise<AttemptModel> {
  const loaded = await loadProvider(providers, provider);
  await loaded.prepare();
  return withFacts(loaded.model(model), (await facts?.())?.[model] ?? {});
}

async function loadProvider(providers: ModelSources["providers"], id: string): Promise<ModelProvider> {
  const load = Object.hasOwn(providers, id) ? providers[id] : undefined;
  if (load) return load();
  throw new ConfigError("unknown-provider", `There is no provider "${id}".`, {
    hint: `Use one of: ${Object.keys(providers).join(", ")}.`,
  });
}
