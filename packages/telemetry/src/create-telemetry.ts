import type { Entry } from "@skein/protocol";
import type { ToldNotice } from "./log-records.ts";
import { names } from "./names.ts";
import { traceSession, type SessionTrace, type TracedSession, type TraceOptions } from "./session-trace.ts";
import type { TraceContext } from "./sink.ts";

/** Spans, metrics and log records of the sessions of one program. */
export interface Telemetry {
  /** Takes entries of a session that were just appended to its journal, in order. Never throws. */
  observe(session: string, entries: readonly Entry[]): void;
  /** Takes a notice that a session gave, and that no entry of its journal has. Never throws. */
  tell(session: string, notice: ToldNotice): void;
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

  /** Whatever could not be made never costs a run. */
  function attempt(session: string, step: (trace: SessionTrace) => void): void {
    const trace = sessions.get(session) ?? open({ session });
    try {
      step(trace);
    } catch {
      // It is missing from what is sent.
    }
  }

  return {
    introduce: (about) => void open(about),
    tell: (session, notice) => attempt(session, (trace) => trace.tell(notice)),
    forget: (session) => void sessions.delete(session),
    observe: (session, entries) => attempt(session, (trace) => trace.add(entries)),
    mcpCall(session, callId, protocolVersion) {
      const span = sessions.get(session)?.call(callId);
      span?.set({ [names.mcpMethod]: "tools/call", [names.mcpVersion]: protocolVersion });
      return span?.context;
    },
  };
}
