import { ConfigError, type AttemptModel, type ModelProvider } from "@skein/protocol";
import { withFacts, type ModelFacts } from "./with-facts.ts";

export interface ModelSources {
  /** By the id that users type. Loaded when asked for. */
  readonly providers: Readonly<Record<string, () => Promise<ModelProvider>>>;
  /** What the user knows of models, by their ids; asked for when a model is taken. */
  readonly facts?: () => Promise<Readonly<Record<string, ModelFacts>>>;
  /** Called once a model's key has been looked up, before it is asked anything. */
  readonly onPrepared?: () => Promise<void>;
}

/** A model that is ready to be asked. Throws `ConfigError`: an unknown provider, a missing key. */
export async function loadModel(
  sources: ModelSources,
  { provider, model }: ModelName,
  contextTokens?: number,
): Promise<AttemptModel> {
  const loaded = await loadProvider(sources.providers, provider);
  await loaded.prepare();
  await sources.onPrepared?.();
  return modelOf(loaded, sources, { model, contextTokens });
}

/** What is known of a model before anybody asks it; no key is needed. Throws `ConfigError`: an unknown provider. */
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
  return withFacts(provider.model(model), { ...known, ...(limits ? { limits } : {}) });
}

/** Who is asked. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

export interface Behind {
  /** Who goes on, in order, when the model cannot. Each is loaded, its key looked up, when it is first needed. */
  readonly fallback?: readonly ModelName[] | undefined;
  /** US dollars; nobody whose prices are unknown goes on then. */
  readonly maxCostUsd?: number | undefined;
  /** Tokens of the window of each of them, whatever else is known of it. */
  readonly contextTokens?: number | undefined;
}

/** A model with others behind it. Throws `ConfigError` for what is wrong with the first one, or an unknown provider. */
export async function loadWithFallback(
  sources: ModelSources,
  { provider, model }: ModelName,
  { fallback = [], maxCostUsd, contextTokens }: Behind,
): Promise<AttemptModel> {
  const first = await loadModel(sources, { provider, model }, contextTokens);
  const others = fallback.filter((one) => one.provider !== provider || one.model !== model);
  if (others.length === 0) return first;
  for (const one of others) requireKnown(sources.providers, one.provider);
  const { withFallback } = await import("@skein/provider-kit");
  return withFallback(
    first,
    others.map((one) => async () => {
      const standIn = await loadModel(sources, one, contextTokens);
      if (maxCostUsd !== undefined && !standIn.price) throw unknownPrice(one);
      return standIn;
    }),
  );
}

/** The limit was promised to hold. */
function unknownPrice({ provider, model }: ModelName): ConfigError {
  return new ConfigError(
    "usage",
    `The prices of ${provider} ${model} are unknown, so it cannot go on under a cost limit.`,
    {
      hint: `Say them in your config file, under models: ${model}, or leave the cost limit out.`,
    },
  );
}

async function loadProvider(providers: ModelSources["providers"], id: string): Promise<ModelProvider> {
  requireKnown(providers, id);
  return providers[id]!();
}

function requireKnown(providers: ModelSources["providers"], id: string): void {
  if (Object.hasOwn(providers, id)) return;
  throw new ConfigError("unknown-provider", `There is no provider "${id}".`, {
    hint: `Use one of: ${Object.keys(providers).join(", ")}.`,
  });
}
