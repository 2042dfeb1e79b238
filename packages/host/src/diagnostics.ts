export { collectInfo, type InfoOptions, type MachineInfo } from "./diagnostics/collect-info.ts";
export { promptsInForce, type PromptsInForce } from "./diagnostics/prompts-in-force.ts";
export {
  sessionDiagnostics,
  type DiagnosticsFacts,
  type DiagnosticsSources,
  type SessionDiagnostics,
} from "./diagnostics/session-diagnostics.ts";
