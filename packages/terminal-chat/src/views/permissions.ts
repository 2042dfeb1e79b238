export { explanationLines, permissionLines } from "./permissions/permission-lines.ts";
export { suggestedLines, tableLines } from "./permissions/suggested-lines.ts";
