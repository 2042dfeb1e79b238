export { checkTable, type TableResult } from "./permissions/check-table.ts";
export { explainCommand, type Explanation } from "./permissions/explain-command.ts";
export { listPermissions, type ListedPermissions } from "./permissions/list-permissions.ts";
export { saveRule, type SavedRule } from "./permissions/save-rule.ts";
export { suggestRules, type SuggestedRule } from "./permissions/suggest-rules.ts";
