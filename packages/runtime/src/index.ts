export { type Agent, type Run } from "@skein/agent";
export { builtinTools, type BuiltinTool } from "./builtin-tools.ts";
export { type AgentHint } from "./hints-text.ts";
export { type SentContext } from "./sent-context.ts";
export { permissionModes, type PermissionMode, type PermissionRule } from "@skein/permissions";
export {
  createRuntime,
  type AgentSettings,
  type OpenAgent,
  type Runtime,
  type RuntimeParts,
} from "./create-runtime.ts";
export {
  conversation,
  costs,
  type ConversationItem,
  type ConversationTurn,
  type Costs,
  type ListedSession,
  type ShownCall,
} from "@skein/sessions";
export { type McpSettings } from "@skein/extensions";
export { serveBuiltin, type ServeBuiltinOptions } from "./serve-builtin.ts";
export { newSessionId } from "./session-id.ts";
export { spendingLimit, type SpendingLimit } from "./spending-limit.ts";
export { type ModelFacts } from "./with-facts.ts";
