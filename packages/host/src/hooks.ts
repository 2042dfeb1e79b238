export { listHooks, type ListedHook, type ListedHooks } from "./hooks/list-hooks.ts";
export { tryHooks, type TriedHook, type TriedHooks, type TryOptions } from "./hooks/try-hooks.ts";
