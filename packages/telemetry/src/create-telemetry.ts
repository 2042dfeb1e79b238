import type { Entry } from "@skein/protocol";
import { names } from "./names.ts";
import { traceSession, type SessionTrace, type TracedSession, type TraceOptions } from "./session-trace.ts";
import type { TraceContext } from "./sink.ts";

/** Spans and metrics of the sessions of one program. */
export interface Telemetry {
  /** Takes entries of a session that were just appended to its journal, in order. Never throws. */
  observe(session: string, entries: readonly Entry[]): void;
  /** Tells what a session is, before its first entry. */
  introduce(session: TracedSession): void;
  /** The session is closed: what it still had open stays without an end. */
  forget(session: string): void;
  /**
   * The context of a tool call that is being executed, for the MCP server that executes it; its span says so.
   * `undefined`: the call is not known.
   */
  mcpCall(session: string, callId: string, protocolVersion?: string): TraceContext | undefined;
}

export function createTelemetry(options: TraceOptions): Telemetry {
  const sessions = new Map<string, SessionTrace>();

  function open(about: TracedSession): SessionTrace {
    const { startedBy } = about;
    const made = traceSession(about, options, () =>
      startedBy === undefined ? undefined : sessions.get(startedBy.session)?.call(startedBy.callId),
    );
    sessions.set(about.session, made);
    return made;
  }

  return {
    introduce: (about) => void open(about),
    forget: (session) => void sessions.delete(session),
    observe(session, entries) {
      const trace = sessions.get(session) ?? open({ session });
      try {
        trace.add(entries);
      } catch {
        // A span that could not be made never costs a run.
      }
    },
    mcpCall(session, callId, protocolVersion) {
      const span = sessions.get(session)?.call(callId);
      span?.set({ [names.mcpMethod]: "tools/call", [names.mcpVersion]: protocolVersion });
      return span?.context;
    },
  };
}
