export {
  createHooks,
  hookEventNames,
  readHooks,
  sampleEvent,
  type Hook,
  type HookEventName,
  type HookRun,
} from "@skein/hooks";
export { hookCommands } from "./hooks/hook-commands.ts";
