import type { Agent } from "@skein/agent";
import type { CallKnowledge, PathGuard } from "@skein/permissions";
import type { AgentEvent, Budget } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import type { ModelSources } from "../models.ts";
import type { rememberedAnswers } from "../remembered-answers.ts";
import type { SessionStores } from "../sessions/stores.ts";
import type { AgentTelemetry } from "../telemetry/agent-telemetry.ts";

/** Dependencies that all agents of a runtime share. */
export interface AgentSources extends ModelSources {
  readonly stores: SessionStores;
  readonly remembered: ReturnType<typeof rememberedAnswers>;
  /** Files that tools may only touch with approval. */
  readonly guard: PathGuard;
  /** What calls are judged by besides. */
  readonly knowledge: CallKnowledge;
  /** Opens the redactor of a working folder. */
  readonly redactor: (cwd: string, keep: "disk" | "memory") => Promise<GrowingRedactor>;
  /** Environment of check commands, which get it without secrets. Default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Skein's folder for what may be lost, such as tool lists. Default: nothing of that is kept. */
  readonly stateFolder?: string | undefined;
  /** Receives events of sessions between runs. Default: none. */
  readonly onEventBetweenRuns?: ((event: AgentEvent) => void) | undefined;
  /** Default: none. */
  readonly telemetry?: AgentTelemetry | undefined;
  /** Lets calls of models wait for their turn, besides what budgets say: of all agents here. Default: they do not wait. */
  readonly limitCalls?: ((budget: Budget | undefined) => Budget) | undefined;
  /** Called with every opened agent, including subagents. @returns the agent to use. */
  readonly adopt: (agent: Agent) => Agent;
}
