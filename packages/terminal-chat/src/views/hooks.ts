export { hookTable, triedHookLines } from "./hooks/hook-lines.ts";
export { whatComesOf } from "./hooks/what-comes-of.ts";
