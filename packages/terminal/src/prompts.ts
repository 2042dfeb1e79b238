export type { Choice, Prompts } from "./prompts/prompts.ts";
export { terminalPrompts } from "./prompts/terminal-prompts.ts";
