export { anthropic, createAnthropic } from "./provider.ts";
export { type AnthropicSettings } from "./settings.ts";
