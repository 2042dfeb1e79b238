export { changeLines, extensionRows, inspectionLines } from "./extensions/extension-lines.ts";
