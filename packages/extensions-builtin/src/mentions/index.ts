export { findNearPath, type NearPath } from "../developer/near-path.ts";
export { projectFiles, type ProjectFiles } from "./project-files.ts";
export { projectSymbols, type ProjectSymbol, type ProjectSymbols } from "./project-symbols.ts";
