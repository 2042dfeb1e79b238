export { memoryOptions } from "./memory/memory-options.ts";
export {
  forgetMemory,
  isCategory,
  mostEntryBytes,
  readMemories,
  rememberMemory,
  type MemoryEntry,
  type MemoryFile,
  type MemoryFolders,
  type MemoryScope,
} from "@skein/extensions-builtin/memory";
