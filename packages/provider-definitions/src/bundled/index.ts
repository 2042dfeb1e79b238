import {
  loadAzureFoundry,
  loadAzureOpenai,
  loadCerebras,
  loadCloudflare,
  loadDashscope,
  loadDatabricks,
  loadDeepseek,
  loadFireworks,
  loadChatgpt,
  loadGithubCopilot,
  loadGithubModels,
  loadGroq,
  loadHuggingface,
  loadLitellm,
  loadLlamacpp,
  loadLmstudio,
  loadMinimax,
  loadMistral,
  loadMoonshot,
  loadNovita,
  loadNvidia,
  loadOllamaChat,
  loadOllamaCloud,
  loadOpencodeZen,
  loadOpenrouter,
  loadOvhcloud,
  loadPerplexity,
  loadSagemaker,
  loadSambanova,
  loadScaleway,
  loadSnowflake,
  loadTogether,
  loadVercel,
  loadVllm,
  loadXai,
  loadZai,
  loadZaiCodingPlan,
} from "../later.ts";

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
  /** What lists of models call it. Default: the same as here. */
  readonly catalogId?: string;
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
    defaultModel: "anthropic/claude-sonnet-5.5",
    load: loadOpenrouter,
  },
  groq: {
    description: "Open models on fast hardware",
    keyVariables: ["GROQ_API_KEY"],
    addressVariable: "GROQ_BASE_URL",
    defaultModel: "openai/gpt-oss-120b",
    load: loadGroq,
  },
  mistral: {
    description: "Mistral's own models",
    keyVariables: ["MISTRAL_API_KEY"],
    addressVariable: "MISTRAL_BASE_URL",
    defaultModel: "mistral-medium-latest",
    load: loadMistral,
  },
  deepseek: {
    description: "DeepSeek's own models",
    keyVariables: ["DEEPSEEK_API_KEY"],
    addressVariable: "DEEPSEEK_BASE_URL",
    defaultModel: "deepseek-v4-flash",
    load: loadDeepseek,
  },
  xai: {
    description: "Grok",
    keyVariables: ["XAI_API_KEY"],
    addressVariable: "XAI_BASE_URL",
    defaultModel: "grok-4.7",
    load: loadXai,
  },
  together: {
    description: "Open models",
    keyVariables: ["TOGETHER_API_KEY"],
    addressVariable: "TOGETHER_BASE_URL",
    defaultModel: "moonshotai/Kimi-K2.6",
    catalogId: "togetherai",
    load: loadTogether,
  },
  cerebras: {
    description: "Open models on fast hardware",
    keyVariables: ["CEREBRAS_API_KEY"],
    addressVariable: "CEREBRAS_BASE_URL",
    defaultModel: "gpt-oss-120b",
    load: loadCerebras,
  },
  fireworks: {
    description: "Open models",
    keyVariables: ["FIREWORKS_API_KEY"],
    addressVariable: "FIREWORKS_BASE_URL",
    defaultModel: "accounts/fireworks/models/gpt-oss-120b",
    catalogId: "fireworks-ai",
    load: loadFireworks,
  },
  "ollama-chat": {
    description: "Ollama through its OpenAI-compatible endpoint; the provider ollama knows more",
    keyVariables: [],
    addressVariable: "OLLAMA_CHAT_HOST",
    load: loadOllamaChat,
  },
  lmstudio: {
    description: "Models on this machine, in LM Studio",
    keyVariables: ["LMSTUDIO_API_KEY"],
    isKeyOptional: true,
    addressVariable: "LMSTUDIO_HOST",
    localServer: { name: "LM Studio", port: 1234, start: "with `lms server start`, or in its Developer tab" },
    load: loadLmstudio,
  },
  llamacpp: {
    description: "Models on this machine, in llama-server",
    keyVariables: ["LLAMACPP_API_KEY"],
    isKeyOptional: true,
    addressVariable: "LLAMACPP_HOST",
    localServer: { name: "llama-server (llama.cpp)", port: 8080, start: "with `llama-server -m MODEL.gguf`" },
    load: loadLlamacpp,
  },
  vllm: {
    description: "A vLLM server",
    keyVariables: ["VLLM_API_KEY"],
    isKeyOptional: true,
    addressVariable: "VLLM_HOST",
    localServer: { name: "vLLM", port: 8000, start: "with `vllm serve MODEL`" },
    load: loadVllm,
  },
  "github-models": {
    description: "Models of many vendors with a GitHub token",
    keyVariables: ["GITHUB_TOKEN"],
    addressVariable: "GITHUB_MODELS_BASE_URL",
    load: loadGithubModels,
  },
  chatgpt: {
    description: "Models of a ChatGPT plan, with a login in the browser",
    keyVariables: ["CHATGPT_LOGIN"],
    addressVariable: "CHATGPT_BASE_URL",
    load: loadChatgpt,
  },
  "github-copilot": {
    description: "Models of a Copilot subscription, with a login by a code",
    keyVariables: ["GITHUB_COPILOT_TOKEN"],
    addressVariable: "GITHUB_COPILOT_BASE_URL",
    load: loadGithubCopilot,
  },
  litellm: {
    description: "A LiteLLM proxy",
    keyVariables: ["LITELLM_API_KEY"],
    isKeyOptional: true,
    addressVariable: "LITELLM_HOST",
    localServer: { name: "LiteLLM", port: 4000, start: "with `litellm --model MODEL`" },
    load: loadLitellm,
  },
  databricks: {
    description: "Model serving of a workspace",
    keyVariables: ["DATABRICKS_TOKEN"],
    neededVariables: ["DATABRICKS_HOST"],
    addressVariable: "DATABRICKS_BASE_URL",
    load: loadDatabricks,
  },
  snowflake: {
    description: "Models inside of a Snowflake account",
    keyVariables: ["SNOWFLAKE_PAT"],
    neededVariables: ["SNOWFLAKE_ACCOUNT"],
    addressVariable: "SNOWFLAKE_BASE_URL",
    load: loadSnowflake,
  },
  "azure-openai": {
    description: "Deployments in an Azure resource; the model is a deployment's name",
    keyVariables: ["AZURE_OPENAI_API_KEY"],
    neededVariables: ["AZURE_OPENAI_ENDPOINT"],
    addressVariable: "AZURE_OPENAI_BASE_URL",
    catalogId: "azure",
    load: loadAzureOpenai,
  },
  perplexity: {
    description: "Answers from the web; its models call no tools",
    keyVariables: ["PERPLEXITY_API_KEY"],
    addressVariable: "PERPLEXITY_BASE_URL",
    defaultModel: "sonar-pro",
    load: loadPerplexity,
  },
  moonshot: {
    description: "Kimi; MOONSHOT_BASE_URL=https://api.moonshot.cn/v1 within China",
    keyVariables: ["MOONSHOT_API_KEY"],
    addressVariable: "MOONSHOT_BASE_URL",
    defaultModel: "kimi-k2.6",
    catalogId: "moonshotai",
    load: loadMoonshot,
  },
  zai: {
    description: "GLM",
    keyVariables: ["ZAI_API_KEY"],
    addressVariable: "ZAI_BASE_URL",
    defaultModel: "glm-4.7",
    load: loadZai,
  },
  nvidia: {
    description: "Open models, hosted by NVIDIA",
    keyVariables: ["NVIDIA_API_KEY"],
    addressVariable: "NVIDIA_BASE_URL",
    defaultModel: "nvidia/nemotron-3-super-120b-a12b",
    load: loadNvidia,
  },
  minimax: {
    description: "MiniMax's own models; MINIMAX_BASE_URL=https://api.minimaxi.com/anthropic within China",
    keyVariables: ["MINIMAX_API_KEY"],
    addressVariable: "MINIMAX_BASE_URL",
    defaultModel: "MiniMax-M3",
    load: loadMinimax,
  },
  dashscope: {
    description: "Qwen; DASHSCOPE_BASE_URL=https://dashscope.aliyuncs.com/compatible-mode/v1 within China",
    keyVariables: ["DASHSCOPE_API_KEY"],
    addressVariable: "DASHSCOPE_BASE_URL",
    defaultModel: "qwen3.8-max",
    catalogId: "alibaba",
    load: loadDashscope,
  },
  huggingface: {
    description: "Models of many hosts behind a Hugging Face token",
    keyVariables: ["HF_TOKEN"],
    addressVariable: "HUGGINGFACE_BASE_URL",
    load: loadHuggingface,
  },
  vercel: {
    description: "Models of many vendors behind one key",
    keyVariables: ["AI_GATEWAY_API_KEY"],
    addressVariable: "VERCEL_BASE_URL",
    defaultModel: "anthropic/claude-sonnet-5.5",
    load: loadVercel,
  },
  "zai-coding-plan": {
    description: "GLM in a Z.AI coding plan, which pays for the tokens",
    keyVariables: ["ZAI_CODING_PLAN_API_KEY"],
    addressVariable: "ZAI_CODING_PLAN_BASE_URL",
    defaultModel: "glm-5.4",
    load: loadZaiCodingPlan,
  },
  "opencode-zen": {
    description: "Models that OpenCode has tested; those of its interface Chat Completions",
    keyVariables: ["OPENCODE_API_KEY"],
    addressVariable: "OPENCODE_ZEN_BASE_URL",
    defaultModel: "kimi-k2.6",
    catalogId: "opencode",
    load: loadOpencodeZen,
  },
  "ollama-cloud": {
    description: "Models that ollama.com runs, within the limits of a plan",
    keyVariables: ["OLLAMA_API_KEY"],
    addressVariable: "OLLAMA_CLOUD_BASE_URL",
    load: loadOllamaCloud,
  },
  novita: {
    description: "Open models",
    keyVariables: ["NOVITA_API_KEY"],
    addressVariable: "NOVITA_BASE_URL",
    defaultModel: "minimax/minimax-m3",
    catalogId: "novita-ai",
    load: loadNovita,
  },
  sambanova: {
    description: "Open models on fast hardware",
    keyVariables: ["SAMBANOVA_API_KEY"],
    addressVariable: "SAMBANOVA_BASE_URL",
    defaultModel: "gpt-oss-120b",
    load: loadSambanova,
  },
  cloudflare: {
    description: "Open models on Cloudflare's network",
    keyVariables: ["CLOUDFLARE_API_KEY"],
    neededVariables: ["CLOUDFLARE_ACCOUNT_ID"],
    addressVariable: "CLOUDFLARE_BASE_URL",
    defaultModel: "@cf/zai-org/glm-5.3-flash",
    load: loadCloudflare,
  },
  scaleway: {
    description: "Open models in European data centers",
    keyVariables: ["SCW_SECRET_KEY"],
    addressVariable: "SCALEWAY_BASE_URL",
    load: loadScaleway,
  },
  ovhcloud: {
    description: "Open models in European data centers",
    keyVariables: ["OVHCLOUD_API_KEY"],
    addressVariable: "OVHCLOUD_BASE_URL",
    load: loadOvhcloud,
  },
  "azure-foundry": {
    description: "Deployments of any vendor's models in a Foundry resource; the model is a deployment's name",
    keyVariables: ["AZURE_FOUNDRY_API_KEY"],
    neededVariables: ["AZURE_FOUNDRY_ENDPOINT"],
    addressVariable: "AZURE_FOUNDRY_BASE_URL",
    load: loadAzureFoundry,
  },
  sagemaker: {
    description: "An endpoint of your own in SageMaker AI; the model is the id that its container serves",
    keyVariables: ["SAGEMAKER_BEARER_TOKEN"],
    neededVariables: ["SAGEMAKER_ENDPOINT_NAME", "AWS_REGION"],
    addressVariable: "SAGEMAKER_BASE_URL",
    load: loadSagemaker,
  },
};
