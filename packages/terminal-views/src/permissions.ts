export { explanationLines, permissionLines } from "./permissions/permission-lines.ts";
