import { isBroken, textOf, type AgentEvent, type JsonValue } from "@skein/protocol";
import type { ChangedFile } from "@skein/runtime";

/** A call that was not allowed to run. */
interface DeniedCall {
  /** The session that made it: a subagent's, perhaps. */
  readonly session: string;
  readonly callId: string;
  readonly tool: string;
  /** As the model made it; `null` when it is not known. */
  readonly input: JsonValue;
  /** What the model was told. */
  readonly reason: string;
}

/** What a run is reported with beside its result. */
export interface RunFacts {
  /** Who made the last whole reply, otherwise who was to answer. */
  readonly provider: string;
  readonly model: string;
  /** In the run and in its subagents. */
  readonly denied: readonly DeniedCall[];
  /** `null`: not known. */
  readonly changedFiles: readonly ChangedFile[] | null;
}

export interface FactsWatch {
  take(event: AgentEvent): void;
  facts(changedFiles: readonly ChangedFile[] | undefined): RunFacts;
}

/** Gathers them from a run's events. @param named - who is to answer. */
export function watchFacts(named: { readonly provider: string; readonly model: string }): FactsWatch {
  let { provider, model } = named;
  const inputs = new Map<string, JsonValue>();
  const denied: DeniedCall[] = [];
  return {
    take(event) {
      if (event.type === "message") {
        if (event.path.length === 0) ({ provider, model } = event);
        for (const part of event.content) {
          if (part.type === "tool-call" && !isBroken(part))
            inputs.set(`${event.session} ${part.id}`, part.input);
        }
      } else if (event.type === "tool-end" && event.failure === "denied") {
        const { session, callId, tool } = event;
        const input = inputs.get(`${session} ${callId}`) ?? null;
        denied.push({ session, callId, tool, input, reason: textOf(event.content) });
      }
    },
    facts: (changedFiles) => ({ provider, model, denied, changedFiles: changedFiles ?? null }),
  };
}
