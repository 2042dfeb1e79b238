export { createHooks, type HooksOptions } from "./create-hooks.ts";
export { hookTitle, type Hook, type HookAction } from "./hook.ts";
export { hookEventNames, type HookEventName } from "./hook-events.ts";
export type { HookSession } from "./hook-input.ts";
export { readMatcher, type Matcher } from "./matcher.ts";
export { readHooks, type HookProblem, type ReadHooks } from "./read-hooks.ts";
export type { HookCommand, HookCommandEnd, HookRunner, RunHookCommand } from "./run-hook.ts";
export { hookTool, type HookTool } from "./tool-names.ts";
