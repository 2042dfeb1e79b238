export { permissionModes, type PermissionMode } from "@skein/permissions";
export {
  createRuntime,
  type AgentSettings,
  type OpenAgent,
  type Runtime,
  type RuntimeParts,
} from "./create-runtime.ts";
export { newSessionId } from "./session-id.ts";
export { spendingLimit, type SpendingLimit } from "./spending-limit.ts";
