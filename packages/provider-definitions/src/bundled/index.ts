/** What a list needs to know of a definition, without loading it. */
export interface BundledDefinition {
  readonly description: string;
  readonly keyVariables: readonly string[];
  /** It may be reached without any of them. */
  readonly isKeyOptional?: true;
  /** Environment variables that it cannot be reached without, besides its key. */
  readonly neededVariables?: readonly string[];
  readonly addressVariable: string;
  readonly defaultModel?: string;
  /** A program that people start on their own machine. */
  readonly localServer?: LocalServer;
  readonly load: () => Promise<{ readonly default: unknown }>;
}

export interface LocalServer {
  /** As its makers call it. */
  readonly name: string;
  /** At which it listens unless it is told otherwise. */
  readonly port: number;
  /** How it is started; a sentence's end, after "Start it ". */
  readonly start: string;
}

/**
 * Definitions that come with Skein, by the provider's id. What is said here is said in their files too, and a test
 * compares them.
 */
export const bundledDefinitions: Readonly<Record<string, BundledDefinition>> = {
  openrouter: {
    description: "Models of many vendors behind one key",
    keyVariables: ["OPENROUTER_API_KEY"],
    addressVariable: "OPENROUTER_BASE_URL",
    defaultModel: "openrouter/auto",
    load: () => import("./openrouter.json", { with: { type: "json" } }),
  },
  groq: {
    description: "Open models on fast hardware",
    keyVariables: ["GROQ_API_KEY"],
    addressVariable: "GROQ_BASE_URL",
    defaultModel: "openai/gpt-oss-120b",
    load: () => import("./groq.json", { with: { type: "json" } }),
  },
  mistral: {
    description: "Mistral's own models",
    keyVariables: ["MISTRAL_API_KEY"],
    addressVariable: "MISTRAL_BASE_URL",
    defaultModel: "mistral-medium-latest",
    load: () => import("./mistral.json", { with: { type: "json" } }),
  },
  deepseek: {
    description: "DeepSeek's own models",
    keyVariables: ["DEEPSEEK_API_KEY"],
    addressVariable: "DEEPSEEK_BASE_URL",
    defaultModel: "deepseek-v4-flash",
    load: () => import("./deepseek.json", { with: { type: "json" } }),
  },
  xai: {
    description: "Grok",
    keyVariables: ["XAI_API_KEY"],
    addressVariable: "XAI_BASE_URL",
    defaultModel: "grok-4.7",
    load: () => import("./xai.json", { with: { type: "json" } }),
  },
  together: {
    description: "Open models",
    keyVariables: ["TOGETHER_API_KEY"],
    addressVariable: "TOGETHER_BASE_URL",
    defaultModel: "moonshotai/Kimi-K2.6",
    load: () => import("./together.json", { with: { type: "json" } }),
  },
  cerebras: {
    description: "Open models on fast hardware",
    keyVariables: ["CEREBRAS_API_KEY"],
    addressVariable: "CEREBRAS_BASE_URL",
    defaultModel: "zai-glm-4.7",
    load: () => import("./cerebras.json", { with: { type: "json" } }),
  },
  fireworks: {
    description: "Open models",
    keyVariables: ["FIREWORKS_API_KEY"],
    addressVariable: "FIREWORKS_BASE_URL",
    defaultModel: "accounts/fireworks/models/gpt-oss-120b",
    load: () => import("./fireworks.json", { with: { type: "json" } }),
  },
  "ollama-chat": {
    description: "Ollama through its OpenAI-compatible endpoint; the provider ollama knows more",
    keyVariables: [],
    addressVariable: "OLLAMA_CHAT_HOST",
    load: () => import("./ollama-chat.json", { with: { type: "json" } }),
  },
  lmstudio: {
    description: "Models on this machine, in LM Studio",
    keyVariables: ["LMSTUDIO_API_KEY"],
    isKeyOptional: true,
    addressVariable: "LMSTUDIO_HOST",
    localServer: { name: "LM Studio", port: 1234, start: "with `lms server start`, or in its Developer tab" },
    load: () => import("./lmstudio.json", { with: { type: "json" } }),
  },
  llamacpp: {
    description: "Models on this machine, in llama-server",
    keyVariables: ["LLAMACPP_API_KEY"],
    isKeyOptional: true,
    addressVariable: "LLAMACPP_HOST",
    localServer: { name: "llama-server (llama.cpp)", port: 8080, start: "with `llama-server -m MODEL.gguf`" },
    load: () => import("./llamacpp.json", { with: { type: "json" } }),
  },
  vllm: {
    description: "A vLLM server",
    keyVariables: ["VLLM_API_KEY"],
    isKeyOptional: true,
    addressVariable: "VLLM_HOST",
    localServer: { name: "vLLM", port: 8000, start: "with `vllm serve MODEL`" },
    load: () => import("./vllm.json", { with: { type: "json" } }),
  },
  "github-models": {
    description: "Models of many vendors with a GitHub token",
    keyVariables: ["GITHUB_TOKEN"],
    addressVariable: "GITHUB_MODELS_BASE_URL",
    load: () => import("./github-models.json", { with: { type: "json" } }),
  },
  "github-copilot": {
    description: "Models of a Copilot subscription, with a login by a code",
    keyVariables: ["GITHUB_COPILOT_TOKEN"],
    addressVariable: "GITHUB_COPILOT_BASE_URL",
    load: () => import("./github-copilot.json", { with: { type: "json" } }),
  },
  litellm: {
    description: "A LiteLLM proxy",
    keyVariables: ["LITELLM_API_KEY"],
    isKeyOptional: true,
    addressVariable: "LITELLM_HOST",
    localServer: { name: "LiteLLM", port: 4000, start: "with `litellm --model MODEL`" },
    load: () => import("./litellm.json", { with: { type: "json" } }),
  },
  databricks: {
    description: "Model serving of a workspace",
    keyVariables: ["DATABRICKS_TOKEN"],
    neededVariables: ["DATABRICKS_HOST"],
    addressVariable: "DATABRICKS_BASE_URL",
    load: () => import("./databricks.json", { with: { type: "json" } }),
  },
  snowflake: {
    description: "Models inside of a Snowflake account",
    keyVariables: ["SNOWFLAKE_PAT"],
    neededVariables: ["SNOWFLAKE_ACCOUNT"],
    addressVariable: "SNOWFLAKE_BASE_URL",
    load: () => import("./snowflake.json", { with: { type: "json" } }),
  },
  "azure-openai": {
    description: "Deployments in an Azure resource; the model is a deployment's name",
    keyVariables: ["AZURE_OPENAI_API_KEY"],
    neededVariables: ["AZURE_OPENAI_ENDPOINT"],
    addressVariable: "AZURE_OPENAI_BASE_URL",
    load: () => import("./azure-openai.json", { with: { type: "json" } }),
  },
  perplexity: {
    description: "Answers from the web; its models call no tools",
    keyVariables: ["PERPLEXITY_API_KEY"],
    addressVariable: "PERPLEXITY_BASE_URL",
    defaultModel: "sonar-pro",
    load: () => import("./perplexity.json", { with: { type: "json" } }),
  },
  moonshot: {
    description: "Kimi; MOONSHOT_BASE_URL=https://api.moonshot.cn/v1 within China",
    keyVariables: ["MOONSHOT_API_KEY"],
    addressVariable: "MOONSHOT_BASE_URL",
    defaultModel: "kimi-k2.6",
    load: () => import("./moonshot.json", { with: { type: "json" } }),
  },
  zai: {
    description: "GLM",
    keyVariables: ["ZAI_API_KEY"],
    addressVariable: "ZAI_BASE_URL",
    defaultModel: "glm-4.7",
    load: () => import("./zai.json", { with: { type: "json" } }),
  },
  nvidia: {
    description: "Open models, hosted by NVIDIA",
    keyVariables: ["NVIDIA_API_KEY"],
    addressVariable: "NVIDIA_BASE_URL",
    defaultModel: "nvidia/nemotron-3-super-120b-a12b",
    load: () => import("./nvidia.json", { with: { type: "json" } }),
  },
};
