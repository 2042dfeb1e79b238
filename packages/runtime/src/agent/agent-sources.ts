import type { Agent } from "@skein/agent";
import type { CallKnowledge, PathGuard } from "@skein/permissions";
import type { AgentEvent } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import type { ModelSources } from "../models.ts";
import type { rememberedAnswers } from "../remembered-answers.ts";
import type { SessionStores } from "../sessions/stores.ts";

/** What all agents of a runtime share. */
export interface AgentSources extends ModelSources {
  readonly stores: SessionStores;
  readonly remembered: ReturnType<typeof rememberedAnswers>;
  /** Which files no tool may touch unasked. */
  readonly guard: PathGuard;
  /** What calls are judged by besides. */
  readonly knowledge: CallKnowledge;
  /** For the secrets of a working folder. */
  readonly redactor: (cwd: string, keep: "disk" | "memory") => Promise<GrowingRedactor>;
  /** What commands that check work see of it is without secrets. Default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Gets what happens in any session while no run is on in it. Default: none. */
  readonly onEventBetweenRuns?: ((event: AgentEvent) => void) | undefined;
  /** Told of every agent that is opened, subagents too. @returns the agent as it is to be used. */
  readonly adopt: (agent: Agent) => Agent;
}
