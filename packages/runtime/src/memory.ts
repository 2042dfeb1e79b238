export { memoryOptions } from "./memory/memory-options.ts";
