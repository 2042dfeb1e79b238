export type { Choice, PromptDialogs } from "./prompts/prompts.ts";
export { terminalPrompts } from "./prompts/terminal-prompts.ts";
