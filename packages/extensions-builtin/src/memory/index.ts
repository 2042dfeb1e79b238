export { memory, type MemoryOptions } from "./memory.ts";
export {
  forget as forgetMemory,
  isCategory,
  mostEntryBytes,
  readMemories,
  remember as rememberMemory,
  type MemoryFile,
  type MemoryFolders,
  type MemoryScope,
} from "./memory-store.ts";
export { type MemoryEntry } from "./memory-text.ts";
