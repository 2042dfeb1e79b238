import { ConfigError, type ModelProvider } from "@skein/protocol";
import { providerAccess, type KeyListeners, type ProviderAccess } from "./provider-access.ts";

export interface KnownProvider {
  readonly load: (access: ProviderAccess) => Promise<ModelProvider>;
  readonly description: string;
  /** Used when no model is named. */
  readonly defaultModel?: string;
  /** Environment variables that hold its key. */
  readonly keyVariables: readonly string[];
  /** Environment variable that holds its address; absent when it has none. */
  readonly addressVariable?: string;
}

/** Every provider the command knows: adding one is a line here. Where several have a key, the first one answers. */
const providers = {
  anthropic: {
    load: async (access) => (await import("@skein/provider-anthropic")).createAnthropic(access),
    description: "Anthropic Messages; key in ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-4-5",
    keyVariables: ["ANTHROPIC_API_KEY"],
    addressVariable: "ANTHROPIC_BASE_URL",
  },
  openai: {
    load: async (access) => (await import("@skein/provider-openai")).createOpenAI(access),
    description: "OpenAI and compatible servers; key in OPENAI_API_KEY",
    defaultModel: "gpt-6-sol",
    keyVariables: ["OPENAI_API_KEY"],
    addressVariable: "OPENAI_BASE_URL",
  },
  google: {
    load: async (access) => (await import("@skein/provider-google")).createGoogle(access),
    description: "Gemini; key in GEMINI_API_KEY or GOOGLE_API_KEY",
    defaultModel: "gemini-3.8-flash",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    addressVariable: "GOOGLE_GEMINI_BASE_URL",
  },
  replay: {
    load: async () => (await import("@skein/provider-replay")).scriptedProvider(),
    description: "A scripted model; --model is the path of its script",
    keyVariables: [],
  },
} as const satisfies Readonly<Record<string, KnownProvider>>;

export const knownProviders: Readonly<Record<string, KnownProvider>> = providers;

type Loaders = Readonly<Record<string, () => Promise<ModelProvider>>>;

/** For a runtime, which wants nothing but the loading. */
export function loadersTelling(listeners: KeyListeners): Loaders {
  return Object.fromEntries(
    Object.entries(knownProviders).map(([id, { load, addressVariable }]) => [
      id,
      async () => load(await providerAccess(id, addressVariable, listeners)),
    ]),
  );
}

/** Says what there is to say on standard error. */
export const providerLoaders: Loaders = loadersTelling({
  say: (text) => process.stderr.write(`skein: ${text}\n`),
});

/** Throws `ConfigError` that lists the known ones. */
export function knownProvider(id: string): KnownProvider {
  const known = Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined;
  if (known) return known;
  throw new ConfigError("unknown-provider", `There is no provider "${id}".`, {
    hint: `Use one of: ${Object.keys(knownProviders).join(", ")}.`,
  });
}

/** Providers whose key is in the environment. */
export function providersWithKey(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(knownProviders)
    .filter(([, { keyVariables }]) => keyVariables.some((name) => (env[name] ?? "").trim() !== ""))
    .map(([id]) => id);
}
