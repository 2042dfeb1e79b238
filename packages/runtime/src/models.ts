import { ConfigError, type AttemptModel, type ModelName, type ModelProvider } from "@skein/protocol";
import { unknownProvider } from "@skein/settings";
import { withModelOverrides, type ModelOverrides } from "./with-model-overrides.ts";
import { loadProviderKit } from "./later.ts";

export interface ModelSources {
  /** Providers by id, loaded on demand. */
  readonly providers: Readonly<Record<string, () => Promise<ModelProvider>>>;
  /** The user's model overrides by model id; read when a model is loaded. */
  readonly facts?: () => Promise<Readonly<Record<string, ModelOverrides>>>;
  /** Called once a model's key has been looked up, before its first request. */
  readonly onPrepared?: () => Promise<void>;
}

/** Loads a model with its key. Throws `ConfigError`: an unknown provider, a missing key. */
export async function loadModel(
  sources: ModelSources,
  { provider, model }: ModelName,
  contextTokens?: number,
): Promise<AttemptModel> {
  const loaded = await loadProvider(sources.providers, provider);
  await loaded.prepare();
  loaded.preconnect?.();
  await sources.onPrepared?.();
  return modelOf(loaded, sources, { model, contextTokens });
}

/** Describes a model; needs no key. Throws `ConfigError`: an unknown provider. */
export async function describeModel(
  sources: ModelSources,
  { provider, model }: ModelName,
): Promise<Pick<AttemptModel, "limits" | "price">> {
  return modelOf(await loadProvider(sources.providers, provider), sources, { model });
}

async function modelOf(
  provider: ModelProvider,
  { facts }: ModelSources,
  { model, contextTokens }: { readonly model: string; readonly contextTokens?: number | undefined },
): Promise<AttemptModel> {
  const known = (await facts?.())?.[model] ?? {};
  const limits = contextTokens === undefined ? known.limits : { ...known.limits, contextTokens };
  return withModelOverrides(provider.model(model), { ...known, ...(limits ? { limits } : {}) });
}

export interface FallbackOptions {
  /** Fallback models in order. Each is loaded, and its key looked up, when first needed. */
  readonly fallback?: readonly ModelName[] | undefined;
  /** US dollars; then models with unknown prices are not used as fallbacks. */
  readonly maxCostUsd?: number | undefined;
  /** Overrides the context window of each of them, in tokens. */
  readonly contextTokens?: number | undefined;
}

/**
 * Loads a model with fallbacks. Throws `ConfigError` for a problem with the first one, or an unknown
 * provider.
 */
export async function loadWithFallback(
  sources: ModelSources,
  { provider, model }: ModelName,
  { fallback = [], maxCostUsd, contextTokens }: FallbackOptions,
): Promise<AttemptModel> {
  const first = await loadModel(sources, { provider, model }, contextTokens);
  const others = fallback.filter((one) => one.provider !== provider || one.model !== model);
  if (others.length === 0) return first;
  for (const one of others) requireKnown(sources.providers, one.provider);
  const { withFallback } = await loadProviderKit();
  return withFallback(
    first,
    others.map((one) => async () => {
      const standIn = await loadModel(sources, one, contextTokens);
      if (maxCostUsd !== undefined && !standIn.price) throw unknownPrice(one);
      return standIn;
    }),
  );
}

/** A cost limit must hold for fallbacks too. */
function unknownPrice({ provider, model }: ModelName): ConfigError {
  return new ConfigError(
    "usage",
    `The prices of ${provider} ${model} are unknown, so it cannot be used under a cost limit.`,
    {
      hint: `Set them in your config file, under models: ${model}, or remove the cost limit.`,
    },
  );
}

async function loadProvider(providers: ModelSources["providers"], id: string): Promise<ModelProvider> {
  requireKnown(providers, id);
  return providers[id]!();
}

function requireKnown(providers: ModelSources["providers"], id: string): void {
  if (Object.hasOwn(providers, id)) return;
  throw unknownProvider(id, Object.keys(providers));
}
