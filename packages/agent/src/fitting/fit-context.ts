import {
  messageOf,
  type AgentEventBody,
  type ContextCause,
  type ContextChange,
  type ContextPlan,
  type ContextView,
  type ModelRequest,
} from "@skein/protocol";
import { untilAborted } from "../events/abortable.ts";
import { cacheBreak, uncachedTokens } from "../context/cache-break.ts";
import { guessTokens } from "../context/context-size.ts";
import { compactionHooks, type CompactionHooks } from "./compaction-hooks.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";
import type { SessionLog } from "../session/session-log.ts";
import type { Tally } from "../run/tally.ts";
import { loadAuxiliaryRequest, loadIdleTimeout } from "../later.ts";

export interface Fitting {
  /** `null` between runs. */
  readonly run: string | null;
  readonly parts: Pick<CompleteParts, "compaction" | "auxiliaryIdleMs" | "budget" | "hooks" | "redact">;
  readonly state: Pick<AgentState, "model">;
  readonly log: SessionLog;
  /** Of the run. */
  readonly tally?: Tally;
  readonly emit: (event: AgentEventBody, seq?: number) => void;
  /** Called at once with a sentence when a model keeps the run waiting. */
  readonly tell: (sentence: string) => void;
  /** Builds the request from the current journal. */
  readonly build: () => ModelRequest;
  readonly signal: AbortSignal;
}

export interface FitCause {
  readonly cause: ContextCause;
  readonly overflows: number;
  readonly wish?: string;
}

/**
 * Asks the compaction for a plan for the request, and applies it. A failing compaction changes nothing and
 * becomes a notice.
 *
 * @returns whether the compaction has changed anything.
 */
export async function fitContext(fitting: Fitting, cause: FitCause): Promise<boolean> {
  const { parts, emit, signal } = fitting;
  if (!parts.compaction) return false;
  const request = fitting.build();
  const hooks = compactionHooks({
    parts,
    cause: cause.cause,
    wish: cause.wish ?? "",
    warn: (text) => emit({ type: "notice", level: "warning", text }),
    signal,
  });
  let plan: ContextPlan;
  try {
    plan = await untilAborted(parts.compaction.plan(viewOf(fitting, cause, request, hooks), signal), signal);
    requireValidSeqs(plan.entries);
    const { summary } = summaryOf(plan);
    if (summary !== undefined) await hooks.before();
  } catch (error) {
    signal.throwIfAborted();
    const text = `The conversation could not be compacted: ${messageOf(error)}`;
    emit({ type: "notice", level: "warning", text });
    return false;
  }
  if (plan.entries.length > 0) {
    await applyPlan(fitting, cause.cause, request, plan);
    const { summary } = summaryOf(plan);
    if (summary !== undefined) await hooks.after(summary);
    return true;
  }
  for (const text of plan.notices ?? []) emit({ type: "notice", level: "info", text });
  return false;
}

function viewOf(
  { run, parts, state, log, tally, emit, tell, signal }: Fitting,
  { cause, overflows, wish }: FitCause,
  request: ModelRequest,
  hooks: CompactionHooks,
): ContextView {
  return {
    cause,
    overflows,
    ...(wish === undefined ? {} : { wish }),
    request,
    model: state.model,
    window: log.windowOf(state.model),
    measured: log.measured(),
    entries: log.transcript.entries(),
    read: (from, kinds) => log.read(from, kinds),
    ask: async (question, model = state.model) => {
      await hooks.before();
      const { defaultIdleMs } = await loadIdleTimeout();
      const { sendAuxiliaryRequest } = await loadAuxiliaryRequest();
      const idleMs = parts.auxiliaryIdleMs ?? defaultIdleMs(question);
      const idleTimeout = { idleMs, tell: (sentence: string) => tell(`The summary: ${sentence}`) };
      return sendAuxiliaryRequest(
        { id: run, parts, log, tally, emit },
        { purpose: "compaction", model, request: question, idleTimeout, signal },
      );
    },
  };
}

/** Other numbers would not survive the journal's JSON. */
function requireValidSeqs(changes: readonly ContextChange[]): void {
  const seqs = changes.flatMap((change) =>
    change.kind === "elision" ? change.results.map(({ seq }) => seq) : [change.firstKept, ...change.pinned],
  );
  const wrong = seqs.find((seq) => !Number.isSafeInteger(seq));
  if (wrong !== undefined) throw new TypeError(`the plan contains the invalid entry number ${wrong}.`);
}

async function applyPlan(
  { run, state, log, emit, build }: Fitting,
  cause: ContextCause,
  before: ModelRequest,
  plan: ContextPlan,
): Promise<void> {
  const written = await log.write(run, ...plan.entries);
  const seq = written.at(-1)?.seq;
  const after = build();
  const done = { hidden: hiddenBy(plan, before, after), shortened: shortenedBy(plan, log) };
  const guess = guessTokens(after);
  const tokens = plan.after ?? guess;
  const sizes = { before: plan.before ?? guessTokens(before), after: tokens };
  const told = { ...done, ...sizes, notices: plan.notices ?? [] };
  emit({ type: "compacted", cause, ...told, ...summaryOf(plan) }, seq);
  const uncached = Math.round((tokens * uncachedTokens(before, after)) / guess);
  emit({ ...cacheBreak(reasonOf(done), uncached, state.model.price), cause: "compaction" }, seq);
}

function summaryOf({ entries }: ContextPlan): { readonly summary?: string } {
  const last = entries.findLast((entry) => entry.kind === "compaction");
  return last ? { summary: last.summary } : {};
}

/** The number of messages that the summary replaces. */
function hiddenBy({ entries }: ContextPlan, before: ModelRequest, after: ModelRequest): number {
  if (!entries.some(({ kind }) => kind === "compaction")) return 0;
  return before.messages.length - (after.messages.length - 1);
}

function shortenedBy({ entries }: ContextPlan, log: SessionLog): number {
  const elisions = entries.filter((entry) => entry.kind === "elision");
  const short = new Set(elisions.flatMap(({ results }) => results.map(({ seq }) => seq)));
  return log.transcript.entries().filter(({ kind, seq }) => kind === "tool-result" && short.has(seq)).length;
}

function reasonOf({ hidden, shortened }: { readonly hidden: number; readonly shortened: number }): string {
  const done = [
    ...(hidden > 0 ? [`a summary replaces ${count(hidden, "earlier message")}`] : []),
    ...(shortened > 0
      ? [`${count(shortened, "earlier result")} ${shortened === 1 ? "was" : "were"} shortened`]
      : []),
  ];
  return `The conversation was compacted: ${done.join(", and ") || "the model's context did not change"}.`;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
