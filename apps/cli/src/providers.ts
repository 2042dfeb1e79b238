import {
  createProviderRegistry,
  firstWithKey as firstWithKeyOf,
  optionalProvider,
  type KeyListeners,
  type KnownProvider,
  type KnownProviders,
  type ProviderLoaders,
  type ProviderRegistry,
} from "@skein/host/providers";
import { commandWords } from "@skein/settings";
import { debugFolder } from "./debug-folder.ts";
import { thisMachine } from "./machine.ts";
import { setMemoryFlags } from "@skein/platform/memory-flags";
import { untrustedWarning } from "./wording/trust-warnings.ts";
import {
  loadProviderAcp,
  loadProviderAnthropic,
  loadProviderBedrock,
  loadProviderGoogle,
  loadProviderLocal,
  loadProviderOllama,
  loadProviderOpenai,
  loadProviderReplay,
  loadProviderVertex,
} from "./later.ts";

/** An agent that the Agent Client Protocol (ACP) leads to. */
const agent = (name: "claude" | "codex" | "goose", description: string): KnownProvider => ({
  load: async (access) => {
    const { createAcp, knownAgents } = await loadProviderAcp();
    return createAcp({ ...access, id: `acp:${name}`, ...knownAgents[name] });
  },
  description,
  defaultModel: "default",
  keyVariables: [],
});

const bedrock = () => optionalProvider("@skein/provider-bedrock", loadProviderBedrock);
const local = () => optionalProvider("@skein/provider-local", loadProviderLocal);
const vertex = () => optionalProvider("@skein/provider-vertex", loadProviderVertex);

/** Every provider the command knows: adding one is a line here and one in `later.ts`. Where several have a key, the first one answers. */
const providers = {
  anthropic: {
    load: async (access) => (await loadProviderAnthropic()).createAnthropic(access),
    description: "Anthropic Messages; key in ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-5-5",
    keyVariables: ["ANTHROPIC_API_KEY"],
    addressVariable: "ANTHROPIC_BASE_URL",
  },
  openai: {
    load: async (access) => (await loadProviderOpenai()).createOpenAI(access),
    description: "OpenAI and compatible servers; key in OPENAI_API_KEY",
    defaultModel: "gpt-6-sol",
    keyVariables: ["OPENAI_API_KEY"],
    addressVariable: "OPENAI_BASE_URL",
  },
  google: {
    load: async (access) => (await loadProviderGoogle()).createGoogle(access),
    description: "Gemini; key in GEMINI_API_KEY or GOOGLE_API_KEY",
    defaultModel: "gemini-3.8-flash",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    addressVariable: "GOOGLE_GEMINI_BASE_URL",
  },
  ollama: {
    load: async (access) => (await loadProviderOllama()).createOllama(access),
    description: "Models of an Ollama server; its address in OLLAMA_HOST",
    keyVariables: [],
    addressVariable: "OLLAMA_HOST",
    localServer: { name: "Ollama", port: 11434, start: "with `ollama serve`" },
  },
  local: {
    async load(access) {
      const { createLocal, modelsFolder } = await local();
      return createLocal({ ...access, folder: modelsFolder(thisMachine().directories.data) });
    },
    description:
      "Models in this process, from GGUF files; --model is a name in `skein local list`, or a path",
    keyVariables: [],
  },
  bedrock: {
    load: async (access) => (await bedrock()).createBedrock(access),
    description: "Amazon Bedrock; AWS credentials and AWS_REGION, or a key in AWS_BEARER_TOKEN_BEDROCK",
    keyVariables: ["AWS_BEARER_TOKEN_BEDROCK"],
    keyAlternative: "AWS credentials and AWS_REGION",
    addressVariable: "AWS_ENDPOINT_URL_BEDROCK_RUNTIME",
    catalogId: "amazon-bedrock",
  },
  vertex: {
    load: async (access) => (await vertex()).createVertex(access),
    description: "Gemini and Claude on Google Cloud; its default credentials and GOOGLE_CLOUD_PROJECT",
    keyVariables: [],
    neededVariables: ["GOOGLE_CLOUD_PROJECT"],
    addressVariable: "GOOGLE_VERTEX_BASE_URL",
    catalogId: "google-vertex",
  },
  "acp:goose": agent("goose", "The agent Goose, with its own login"),
  "acp:codex": agent("codex", "The agent Codex, through codex-acp, with its own login"),
  "acp:claude": agent("claude", "The agent Claude Code, through claude-agent-acp, with its own login"),
  acp: {
    async load(access) {
      const { createAcpByCommand } = await loadProviderAcp();
      return createAcpByCommand({ ...access, splitWords: commandWords });
    },
    description: "Any agent that speaks ACP; --model is its command",
    keyVariables: [],
  },
  replay: {
    load: async () => {
      setMemoryFlags(); // no request will do it
      return (await loadProviderReplay()).scriptedProvider();
    },
    description: "A scripted model; --model is the path of its script",
    keyVariables: [],
  },
} as const satisfies KnownProviders;

/** Providers of packages and of definitions, and how they are loaded. */
export const providerRegistry: ProviderRegistry = createProviderRegistry(providers);

/** Those of packages, then those of definitions. The user's own are among them after `learnProviders`. */
export const knownProviders: KnownProviders = providerRegistry.known;

/** What definitions can name as the one who speaks their wire. */
export const engines: KnownProviders = providerRegistry.engines;

/** Throws `ConfigError` that lists the known ones. */
export const knownProvider = (id: string): KnownProvider => providerRegistry.named(id);

/** Providers whose key is in the environment, and that need no model to be named. */
export const providersWithKey = (env: NodeJS.ProcessEnv): readonly string[] => providerRegistry.withKey(env);

/**
 * Takes in the definitions of the user and of the project in `cwd`. To be called before a provider is looked up.
 *
 * @returns what is to be said of those that do not count.
 */
export async function learnProviders(cwd: string): Promise<readonly string[]> {
  const { warnings, untrusted } = await providerRegistry.learn(thisMachine(), cwd);
  return [...(untrusted === undefined ? [] : [untrustedWarning(untrusted)]), ...warnings];
}

/** For a runtime, which wants nothing but the loading. */
export function loadersTelling({ httpLog = debugFolder(), ...listeners }: KeyListeners): ProviderLoaders {
  return providerRegistry.loaders(thisMachine(), { httpLog, ...listeners });
}

/** Says what there is to say on standard error. */
export const providerLoaders = (): ProviderLoaders =>
  loadersTelling({ say: (text) => process.stderr.write(`skein: ${text}\n`) });

/** The first provider whose key is found anywhere, and that needs no model to be named. */
export const firstWithKey = (): Promise<string | undefined> => firstWithKeyOf(thisMachine(), knownProviders);
