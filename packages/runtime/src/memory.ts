export { memoryOptions } from "./memory/memory-options.ts";
export {
  forgetMemory,
  isCategory,
  readMemories,
  rememberMemory,
  type MemoryFile,
  type MemoryFolders,
  type MemoryScope,
} from "@skein/extensions-builtin/memory";
