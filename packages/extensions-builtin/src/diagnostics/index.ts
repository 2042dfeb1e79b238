export {
  fileDiagnostics,
  type DiagnosedChange,
  type DiagnosticsSettings,
  type FileDiagnostics,
} from "./file-diagnostics.ts";
export { languageServers, type LanguageServerEntry } from "./server-table.ts";
