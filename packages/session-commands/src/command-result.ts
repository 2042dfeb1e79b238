import type { z } from "zod";
import type { subagentAtWork } from "./results/agents.ts";
import type * as results from "./results/command-result.ts";

/** What a command came to, as data. */
export type CommandResult = z.infer<typeof results.commandResult>;

export type ModelsOffered = z.infer<typeof results.modelsOffered>;

/** A message to go back to. */
export type RewindPoint = z.infer<typeof results.rewindPoint>;

/** The front end changes to another session. */
export type GoTo = z.infer<typeof results.goTo>;

export type AgentsListed = z.infer<typeof results.agentsListed>;

/** A subagent whose run is on. */
export type SubagentAtWork = z.infer<typeof subagentAtWork>;
