export { createOllama, ollama } from "./provider.ts";
export { type OllamaSettings } from "./settings.ts";
