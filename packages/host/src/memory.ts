export { memoryFolders } from "./memory/memory-folders.ts";
export { forgetHere, memoriesHere, memoryFileFor } from "./memory/memories-here.ts";
export { decideProposals, memoryProposals, type MemoryProposal } from "./memory/memory-proposals.ts";
export { type MemoryPlace, memoryPlaces, rememberHere } from "./memory/remember-here.ts";
