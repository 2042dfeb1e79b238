export { collectInfo, type InfoOptions, type MachineInfo } from "./info/collect-info.ts";
export { effectivePrompts, type EffectivePrompts } from "./info/effective-prompts.ts";
export {
  sessionDiagnostics,
  type DiagnosticsFacts,
  type DiagnosticsSources,
  type SessionDiagnostics,
} from "./info/session-diagnostics.ts";
