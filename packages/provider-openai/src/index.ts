export { createOpenAI, openai } from "./provider.ts";
export { type OpenAISettings } from "./settings.ts";
