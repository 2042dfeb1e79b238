export { collectInfo, type InfoOptions, type MachineInfo } from "./diagnostics/collect-info.ts";
export { effectivePrompts, type EffectivePrompts } from "./diagnostics/effective-prompts.ts";
export {
  sessionDiagnostics,
  type DiagnosticsFacts,
  type DiagnosticsSources,
  type SessionDiagnostics,
} from "./diagnostics/session-diagnostics.ts";
