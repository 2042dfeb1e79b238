export { findingLines } from "./machine/finding-lines.ts";
export { modelTable } from "./machine/model-table.ts";
export { providerTable } from "./machine/provider-table.ts";
export { spendingLines } from "./machine/spending-lines.ts";
