export { checkTable, type TableResult } from "./permissions/check-table.ts";
export { explainCommand, type Explanation } from "./permissions/explain-command.ts";
export { listPermissions, type ListedPermissions } from "./permissions/list-permissions.ts";
export { forgetRemembered, removeRule, type RemovedRule } from "./permissions/remove-rule.ts";
export { saveRule, type SavedRule } from "./permissions/save-rule.ts";
export { suggestRules, type SuggestedRule, type Suggestions } from "./permissions/suggest-rules.ts";
export { configuredHooks, deedOf, type HookDeed } from "./hooks/configured-hooks.ts";
export { hookSettings } from "./hooks/hook-settings.ts";
