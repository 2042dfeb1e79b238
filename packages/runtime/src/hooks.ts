export {
  createHooks,
  hookEventNames,
  hookTitle,
  readHooks,
  sampleEvent,
  type Hook,
  type HookCall,
  type HookEventName,
  type HookRun,
} from "@skein/hooks";
export { hookCommands, type HoldCommand } from "./hooks/hook-commands.ts";
export { type HookSettings } from "./hooks/open-hooks.ts";
