import type { ModelProvider } from "@skein/protocol";

export interface KnownProvider {
  readonly load: () => Promise<ModelProvider>;
  readonly description: string;
  /** Used when no model is named. */
  readonly defaultModel?: string;
  /** Environment variables that hold its key. */
  readonly keyVariables: readonly string[];
}

/** Every provider the command knows: adding one is a line here. */
const providers = {
  anthropic: {
    load: async () => (await import("@skein/provider-anthropic")).createAnthropic(),
    description: "Anthropic Messages; key in ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-4-5",
    keyVariables: ["ANTHROPIC_API_KEY"],
  },
  replay: {
    load: async () => (await import("@skein/provider-replay")).scriptedProvider(),
    description: "A scripted model; --model is the path of its script",
    keyVariables: [],
  },
} as const satisfies Readonly<Record<string, KnownProvider>>;

export const knownProviders: Readonly<Record<string, KnownProvider>> = providers;

/** For a runtime, which wants nothing but the loading. */
export const providerLoaders = Object.fromEntries(
  Object.entries(knownProviders).map(([id, { load }]) => [id, load]),
);

/** Providers whose key is in the environment. */
export function providersWithKey(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(knownProviders)
    .filter(([, { keyVariables }]) => keyVariables.some((name) => (env[name] ?? "").trim() !== ""))
    .map(([id]) => id);
}
