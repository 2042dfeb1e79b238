export { findingLines } from "./machine/finding-lines.ts";
export { infoText, type InfoWording } from "./machine/info-text.ts";
export { modelTable } from "./machine/model-table.ts";
export { promptsText } from "./machine/prompts-text.ts";
export { providerTable } from "./machine/provider-table.ts";
export { keptWords } from "./machine/kept-words.ts";
export { spendingLines } from "./machine/spending-lines.ts";
export { terminalFindings } from "./machine/terminal-findings.ts";
export { trustTables } from "./machine/trust-tables.ts";
