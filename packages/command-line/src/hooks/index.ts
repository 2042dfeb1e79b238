export { listHooks, type ListedHook, type ListedHooks } from "./list-hooks.ts";
export { tryHooks, type TriedHook, type TriedHooks, type TryOptions } from "./try-hooks.ts";
