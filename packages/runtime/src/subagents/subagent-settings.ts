import type { NamedAgent, SubagentLimits, Subrecipe } from "@skein/subagents";

/** See `SubagentsOptions` of `@skein/subagents` for the defaults. */
export interface SubagentSettings extends Pick<
  SubagentLimits,
  "maxDepth" | "maxParallel" | "maxTurns" | "maxTimeMs"
> {
  /** Agents with a name and a character of their own. Subagents can start them too. */
  readonly agents?: readonly NamedAgent[];
  /** For this agent alone. */
  readonly subrecipes?: readonly Subrecipe[];
}
