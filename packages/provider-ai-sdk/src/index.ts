export { type AiSdkModel, type AiSdkProvider } from "./ai-sdk.ts";
export { type RunnableAgent } from "./outward/agent-parts.ts";
export { toAiSdk, type ToAiSdkSettings } from "./outward/to-ai-sdk.ts";
export { createAiSdk, fromAiSdk } from "./provider.ts";
export { type AiSdkProviderSettings, type AiSdkSettings } from "./settings.ts";
