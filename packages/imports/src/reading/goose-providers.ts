import type { Counterpart } from "./found-model.ts";

/** Skein's provider under the same id, or under its own. */
const same = (provider: string): Counterpart => ({ provider });
const ownModels = (provider: string): Counterpart => ({ provider, hasOwnModels: true });

const otherAgent: Counterpart = {
  reason: "it is another agent: use the provider acp, with its command as the model",
};
const addIt: Counterpart = {
  reason: "no definition comes along: add Goose's own file of it as one of yours",
};
const addServer: Counterpart = {
  reason: "no definition comes along: add the server as one of yours",
};
const otherLogin = (subscription: string, instead: string): Counterpart => ({
  reason: `Skein has no login for ${subscription}: use ${instead}`,
});

/**
 * Goose's providers by the id that `GOOSE_PROVIDER` has. Sources, read on 2026-11-30: `crates/goose/src/providers/init.rs`
 * and `crates/goose-providers/src/declarative.rs` of https://github.com/aaif-goose/goose.
 */
export const gooseProviders: Readonly<Record<string, Counterpart>> = {
  anthropic: same("anthropic"),
  openai: same("openai"),
  google: same("google"),
  ollama: same("ollama"),
  aws_bedrock: same("bedrock"),
  gcp_vertex_ai: same("vertex"),
  azure_openai: same("azure-openai"),
  azure_foundry: same("azure-foundry"),
  databricks: same("databricks"),
  databricks_v2: same("databricks"),
  snowflake: same("snowflake"),
  github_copilot: same("github-copilot"),
  chatgpt_codex: same("chatgpt"),
  huggingface: same("huggingface"),
  litellm: same("litellm"),
  openrouter: same("openrouter"),
  xai: same("xai"),
  sagemaker_tgi: {
    reason: "it signs requests to TGI containers: use sagemaker, which needs an OpenAI-compatible endpoint",
  },
  local: ownModels("local"),
  avian: addIt,
  gondola: addIt,
  "nano-gpt": addIt,
  tetrate: addIt,

  gemini_oauth: otherLogin("a Google account", "google with a key, or vertex"),
  kimi_code: otherLogin("a Kimi plan", "moonshot with a key"),
  muse_code: otherLogin("a Muse plan", "a key, with a definition of your own"),
  xai_oauth: otherLogin("a Grok plan", "xai with a key"),

  "claude-acp": ownModels("acp:claude"),
  "claude-code": ownModels("acp:claude"),
  "codex-acp": ownModels("acp:codex"),
  codex: ownModels("acp:codex"),
  "amp-acp": otherAgent,
  "copilot-acp": otherAgent,
  "cursor-agent": otherAgent,
  "gemini-cli": otherAgent,
  "pi-acp": otherAgent,

  alibaba: same("dashscope"),
  cerebras: same("cerebras"),
  custom_deepseek: same("deepseek"),
  deepseek: same("deepseek"),
  fireworks: same("fireworks"),
  groq: same("groq"),
  lmstudio: same("lmstudio"),
  minimax: same("minimax"),
  mistral: same("mistral"),
  moonshot: same("moonshot"),
  novita: same("novita"),
  nvidia: same("nvidia"),
  ollama_cloud: same("ollama-cloud"),
  opencode_zen: same("opencode-zen"),
  ovhcloud: same("ovhcloud"),
  perplexity: same("perplexity"),
  scaleway: same("scaleway"),
  together: same("together"),
  vercel_ai_gateway: same("vercel"),
  zai: same("zai"),
  zai_coding_plan: same("zai-coding-plan"),
  atomic_chat: addServer,
  llama_swap: addServer,
  lynkr: addServer,
  omlx: addServer,
  aimlapi: addIt,
  celeris: addIt,
  custom_tensorix: addIt,
  empiriolabs: addIt,
  eurouter: addIt,
  friendli: addIt,
  futurmix: addIt,
  iflytek: addIt,
  iflytek_astron: addIt,
  inception: addIt,
  meta: addIt,
  nearai: addIt,
  opencode_go: addIt,
  opper: addIt,
  orcarouter: addIt,
  pleumrouter: addIt,
  routstr: addIt,
  sakana: addIt,
  saladcloud: addIt,
  saygm: addIt,
  tanzu_ai: addIt,
  trustedrouter: addIt,
  venice: addIt,
  zhipu: addIt,
};
