export { anthropic, type AnthropicSettings, createAnthropic } from "./provider.ts";
