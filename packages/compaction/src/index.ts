export { createCompaction } from "./create-compaction.ts";
export { type CompactionOptions, type ContextNeed, type KeepOptions, type Strategy } from "./options.ts";
export { planProblems } from "./plan-problems.ts";
export { estimateTokens } from "./tokens/estimate.ts";
export { usedTokens } from "./tokens/used.ts";
export {
  tokenSections,
  type TokenSection,
  type SectionName,
  type SectionOptions,
} from "./tokens/sections.ts";
export { recallExtension, recallTool, type ReadJournal } from "./recall/recall-tool.ts";
