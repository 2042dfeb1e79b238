import type { NamedAgent, SubagentLimits, Subrecipe } from "@skein/extensions-builtin/subagents";

/** See `SubagentsOptions` of `@skein/extensions-builtin/subagents` for the defaults. */
export interface SubagentSettings extends Pick<
  SubagentLimits,
  "maxDepth" | "maxParallel" | "maxInAll" | "maxTurns" | "maxTimeMs"
> {
  /** Named agents with their own prompts. Subagents can start them too. */
  readonly agents?: readonly NamedAgent[];
  /** For this agent only. */
  readonly subrecipes?: readonly Subrecipe[];
}
