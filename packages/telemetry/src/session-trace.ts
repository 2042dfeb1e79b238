import type { Entry, EntryOf, OutcomeName } from "@skein/protocol";
import { messageText, spanError } from "./content.ts";
import { sessionLogs, type ToldNotice } from "./log-records.ts";
import { traceModelCalls } from "./model-calls.ts";
import { names, moments, operations, vendorName } from "./names.ts";
import type { Attributes, SpanHandle, TelemetrySink, TraceContext } from "./sink.ts";
import { traceToolCalls } from "./tool-calls.ts";

/** What a session is, besides its journal. */
export interface TracedSession {
  readonly session: string;
  /** Name of the agent: of the recipe or the subagent. Default `skein`. */
  readonly agent?: string | undefined;
  /** Of a subagent: the call that started it. */
  readonly startedBy?: { readonly session: string; readonly callId: string } | undefined;
}

export interface TraceOptions {
  readonly sink: TelemetrySink;
  /** Whether messages, arguments, results and texts of notices are part of it, redacted as in the journal. Default false. */
  readonly content?: boolean;
  /** The span that runs of sessions without a parent belong to. Default: each run begins a trace. */
  readonly parent?: TraceContext | undefined;
}

/** The spans of one session, while its entries are written. */
export interface SessionTrace {
  /** Entries that were appended together. */
  add(entries: readonly Entry[]): void;
  /** The span of a call that is executed now. */
  call(callId: string): SpanHandle | undefined;
  /** A notice that no entry has. */
  tell(notice: ToldNotice): void;
}

/** Ends that no one has to look at. */
const levels: Readonly<Partial<Record<OutcomeName, "info">>> = { cancelled: "info", "needs-input": "info" };

/**
 * Spans of a session, from the entries of its journal: what is measured is what was kept. A run is a span; its model
 * calls, tool calls and subagents are spans below it.
 *
 * @param above - the call that started this session, while it is executed.
 */
export function traceSession(
  about: TracedSession,
  options: TraceOptions,
  above: () => SpanHandle | undefined,
): SessionTrace {
  const { sink, parent, content = false } = options;
  const { session, agent = "skein" } = about;
  const common: Attributes = { [names.conversation]: session, [names.agent]: agent };
  let run: { readonly id: string; readonly span: SpanHandle; readonly at: number; cost: number } | undefined;
  /** Of the run that is going on, or was the last. */
  let latest: SpanHandle | undefined;
  let settings: Attributes = {};
  const logs = sessionLogs(sink, common, content);
  const given = { sink, common, content, logs, span: () => run?.span };
  const models = traceModelCalls({ ...given, spend: (usd) => run && (run.cost += usd) });
  const tools = traceToolCalls(given);

  function begin(id: string, at: number): void {
    const span = sink.startSpan({
      name: `${operations.agent} ${agent}`,
      kind: "internal",
      at,
      parent: above() ?? parent,
      attributes: { [names.operation]: operations.agent, ...common, [names.run]: id, ...settings },
    });
    run = { id, span, at, cost: 0 };
    latest = span;
  }

  function end({ at, outcome, error, turns }: EntryOf<"outcome">): void {
    if (!run) return;
    const fault = outcome === "done" ? undefined : { type: error?.code ?? outcome, message: error?.message };
    const { span, cost } = run;
    span.set({ ...settings, [names.outcome]: outcome, [names.turns]: turns, [names.cost]: cost });
    tools.cutOff(at);
    models.cutOff(at);
    span.end(at, fault && spanError(fault.type, fault.message, content));
    const kind = { [names.operation]: operations.agent, [names.agent]: agent };
    const failed = fault ? { [names.errorType]: fault.type } : {};
    const value = (at - run.at) / 1000;
    sink.record({ metric: "agentDuration", value, attributes: { ...kind, ...failed } });
    if (fault) {
      logs.failure({ at, level: levels[outcome] ?? "error", ...fault }, span);
      sink.record({ metric: "faults", value: 1, attributes: { ...kind, ...failed } });
    }
    run = undefined;
  }

  function noteMoment(entry: Entry): void {
    const { at } = entry;
    if (entry.kind === "question")
      run?.span.event(moments.question, at, { "skein.question.kind": entry.question.kind });
    else if (entry.kind === "answer") run?.span.event(moments.answer, at, { [names.decidedBy]: entry.by });
    else if (entry.kind === "compaction") run?.span.event(moments.compaction, at);
    else if (entry.kind === "rewind") run?.span.event(moments.rewind, at);
    else if (entry.kind === "notice") logs.notice(entry, latest);
  }

  function add(entry: Entry): void {
    if (entry.kind === "session-start")
      settings = { ...settings, [names.recipe]: entry.recipe, [names.schedule]: entry.schedule };
    else if (entry.kind === "settings")
      settings = {
        ...settings,
        [names.provider]: vendorName(entry.provider),
        [names.requestModel]: entry.model,
        [names.mode]: entry.mode,
      };
    if (entry.run !== null && run?.id !== entry.run && entry.kind !== "outcome") begin(entry.run, entry.at);
    if (entry.kind === "user-message" && content)
      run?.span.set({ [names.inputMessages]: messageText("user", entry.content) });
    models.add(entry);
    tools.add(entry);
    noteMoment(entry);
    if (entry.kind === "outcome") end(entry);
  }

  return {
    tell: (notice) => logs.notice(notice, latest),
    call: (callId) => tools.call(callId),
    add(entries) {
      // A reply belongs to its call's span, which the result ends: both are appended together.
      const isReply = ({ kind }: Entry) => kind === "assistant-message";
      for (const entry of [...entries.filter(isReply), ...entries.filter((one) => !isReply(one))]) add(entry);
    },
  };
}
