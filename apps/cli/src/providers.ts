import { ConfigError, type ModelProvider } from "@skein/protocol";
import { bundledDefinitions } from "@skein/provider-definitions/bundled";
import { providerAccess, type KeyListeners } from "./provider-access.ts";
import { apart } from "./provider/apart.ts";
import { hasDefinitions } from "./provider/definition-folders.ts";
import { withServerHints } from "./provider/server-hints.ts";
import type { KnownProvider } from "./provider/known-provider.ts";

export type { KnownProvider };

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
  ollama: {
    load: async (access) => (await import("@skein/provider-ollama")).createOllama(access),
    description: "Models of an Ollama server; its address in OLLAMA_HOST",
    keyVariables: [],
    addressVariable: "OLLAMA_HOST",
  },
  bedrock: {
    load: async (access) =>
      (await apart("@skein/provider-bedrock", () => import("@skein/provider-bedrock"))).createBedrock(access),
    description: "Amazon Bedrock; AWS credentials and AWS_REGION, or a key in AWS_BEARER_TOKEN_BEDROCK",
    keyVariables: ["AWS_BEARER_TOKEN_BEDROCK"],
    keyAlternative: "AWS credentials and AWS_REGION",
    addressVariable: "AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
  },
  vertex: {
    load: async (access) =>
      (await apart("@skein/provider-vertex", () => import("@skein/provider-vertex"))).createVertex(access),
    description: "Gemini and Claude on Google Cloud; its default credentials and GOOGLE_CLOUD_PROJECT",
    keyVariables: [],
    neededVariables: ["GOOGLE_CLOUD_PROJECT"],
    addressVariable: "GOOGLE_VERTEX_BASE_URL",
  },
  replay: {
    load: async () => (await import("@skein/provider-replay")).scriptedProvider(),
    description: "A scripted model; --model is the path of its script",
    keyVariables: [],
  },
} as const satisfies Readonly<Record<string, KnownProvider>>;

/** What definitions can name as the one who speaks their wire. */
export const engines = { ...providers } satisfies Readonly<Record<string, KnownProvider>>;

const bundled = Object.entries(bundledDefinitions).map(
  ([id, { load, ...facts }]): [string, KnownProvider] => [
    id,
    {
      ...facts,
      definedBy: "bundled",
      load: async (access) => {
        const { bundledProvider } = await import("./provider/open-definition.ts");
        return bundledProvider(id, load, { engines, access });
      },
    },
  ],
);

const byId: Record<string, KnownProvider> = { ...providers, ...Object.fromEntries(bundled) };

/** Those of packages, then those of definitions. The user's own are among them after `learnProviders`. */
export const knownProviders: Readonly<Record<string, KnownProvider>> = byId;

/**
 * Takes in the definitions of the user and of the project in `cwd`, which must be trusted. To be called before a
 * provider is looked up. A user's definition wins over a bundled one, a project's over none; nobody's over a package.
 *
 * @returns what is to be said of those that do not count.
 */
export async function learnProviders(cwd: string): Promise<readonly string[]> {
  if (!hasDefinitions(cwd)) return [];
  const { ownDefinitions } = await import("./provider/own-definitions.ts");
  const { found, warnings } = await ownDefinitions(cwd, engines);
  const refused = found.flatMap(({ id, file, provider }) => {
    const isTaken = provider.definedBy === "project" ? Object.hasOwn(byId, id) : Object.hasOwn(providers, id);
    if (isTaken) return [`${file} does not count: there is a provider ${id} already.`];
    byId[id] = provider;
    return [];
  });
  return [...warnings, ...refused];
}

type Loaders = Readonly<Record<string, () => Promise<ModelProvider>>>;

/** For a runtime, which wants nothing but the loading. */
export function loadersTelling(listeners: KeyListeners): Loaders {
  return Object.fromEntries(
    Object.entries(knownProviders).map(([id, { load, addressVariable }]) => [
      id,
      async () => withServerHints(await load(await providerAccess(id, addressVariable, listeners))),
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
    hint: `Use one of: ${Object.keys(knownProviders).join(", ")}. Another one: skein provider add`,
  });
}

/** Providers whose key is in the environment, and that need no model to be named. */
export function providersWithKey(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(knownProviders)
    .filter(([, { defaultModel }]) => defaultModel !== undefined)
    .filter(([, { keyVariables }]) => keyVariables.some((name) => (env[name] ?? "").trim() !== ""))
    .map(([id]) => id);
}
