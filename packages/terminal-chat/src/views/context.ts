export { cacheText } from "./context/cache-lines.ts";
export { compactionLines } from "./context/compacted-words.ts";
export { contextLines } from "./context/context-lines.ts";
