import {
  ProviderError,
  type AttemptEvent,
  type AttemptModel,
  type Entry,
  type EntryBody,
  type ModelRequest,
} from "@skein/protocol";
import type { AgentState } from "../agent-state.ts";
import { abortable } from "../events/abortable.ts";
import type { Emit } from "../events/emit.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { stopOf } from "../run-stop.ts";
import { countedOf } from "../run/tally.ts";
import type { CallMeter } from "../requests/call-meter.ts";
import { limitBackoff } from "../requests/limit-backoff.ts";
import { chargedEntry, emitUsage, openMeter } from "../requests/metered-call.ts";
import type { SessionLog } from "../session/session-log.ts";
import { settingsEntry, type SettingsParts } from "../session/settings-entry.ts";
import { createDeltaRedactor, type DeltaRedactor } from "./delta-redactor.ts";
import { createReplyDraft, type ReplyDraft } from "./reply-draft.ts";
import type { Reply } from "../run/reply.ts";
import { withUniqueCallIds } from "./unique-call-ids.ts";

type FailureNeeds = RunNeeds<"id" | "state" | "log" | "tally" | "emit", keyof SettingsParts>;

export type RequestNeeds = FailureNeeds &
  RunNeeds<"hasher" | "endsAt" | "signal", "budget" | "clock" | "redactor" | "ask">;

/** The state of the current attempt. */
interface Attempt {
  draft: ReplyDraft;
  readonly told: DeltaRedactor;
  /** Called tools, by part. */
  readonly tools: Map<number, { readonly tool: string }>;
  attempts: number;
  provider: string;
  model: string;
  requestId: string | undefined;
  readonly meter: CallMeter;
}

/** A request that the provider refused for its length or for some of its tools, before any part of a reply. */
export interface RefusedRequest {
  readonly refused: ProviderError;
}

/**
 * Streams one response: emits its events, and journals the request, drafts, reply and cost. A model chosen
 * meanwhile does not matter.
 *
 * @returns `outdated` when nothing was sent, because the options have changed since the request was built: the journal
 *   names the change before the request, which must be as it says.
 */
export async function sendRequest(
  scope: RequestNeeds,
  chosen: AttemptModel,
  request: ModelRequest,
): Promise<Reply | RefusedRequest | "outdated"> {
  const { parts, state, log, signal } = scope;
  const call = await openMeter(scope, { model: chosen, request, signal });
  const { provider, id: model } = chosen;
  const attempt: Attempt = {
    draft: createReplyDraft(parts.clock.now(), log.draftMs),
    told: createDeltaRedactor(parts.redactor),
    tools: new Map(),
    attempts: 1,
    provider,
    model,
    requestId: undefined,
    meter: call.meter,
  };
  let seq: number | undefined;
  try {
    if (request.options !== state.options) return "outdated";
    const requestHash = scope.hasher.hash(log.contextHash() ?? "", request.messages, request.options);
    const [asked] = await log.write(scope.id, {
      kind: "model-request",
      purpose: "turn",
      provider,
      model,
      options: request.options,
      requestHash,
      ...call.meter.reserved,
    });
    seq = asked.seq;
    call.begins(seq);
    for await (const event of abortable(chosen.stream(call.meter.request, signal), signal)) {
      const next = call.meter.observe(event);
      if (next) await next;
      if (event.type === "message-end") return await finish(scope, attempt, seq, event);
      if (event.type === "reply-restarted") await restart(scope, attempt, seq);
      handleEvent(scope, attempt, seq, event);
    }
    throw new ProviderError("bad-stream", "The model's reply stopped before its end.", {
      provider,
      retryable: true,
    });
  } catch (error) {
    if (seq === undefined) call.meter.fail(error);
    else await keepFailure(scope, attempt, seq, error);
    const isRefused =
      ProviderError.is(error) && (error.code === "context-overflow" || error.refusedTools.length > 0);
    if (isRefused && attempt.draft.content().length === 0) return { refused: error };
    throw error;
  } finally {
    call.meter.release();
  }
}

/** Journals what the broken attempt had streamed, and resets the draft. */
async function restart(
  { id, parts, log }: RunNeeds<"id" | "log", "clock">,
  attempt: Attempt,
  request: number,
): Promise<void> {
  const content = attempt.draft.contentSoFar();
  attempt.draft = createReplyDraft(parts.clock.now(), log.draftMs);
  attempt.told.drop();
  attempt.tools.clear();
  if (content.length === 0) return;
  await log.write(id, { kind: "assistant-message", request, content, partial: "restarted" });
}

function handleEvent(
  { id, parts, log, emit, endsAt }: RunNeeds<"id" | "log" | "emit" | "endsAt", "clock" | "ask">,
  attempt: Attempt,
  request: number,
  event: Exclude<AttemptEvent, { type: "message-end" }>,
): void {
  switch (event.type) {
    case "message-start":
      attempt.requestId = event.requestId;
      return;
    case "text-delta":
    case "thinking-delta":
    case "input-delta": {
      attempt.draft.add(event);
      const told = attempt.told.push(event);
      if (told) attempt.draft.told(told);
      emitDelta(emit, attempt, told);
      if (attempt.draft.isDue(parts.clock.now())) {
        // Not awaited: a draft only helps a session that crashes.
        log
          .write(id, { kind: "reply-draft", request, content: attempt.draft.contentSoFar() })
          .catch(() => undefined);
      }
      return;
    }
    case "part-start":
      attempt.draft.add(event);
      if (event.name !== undefined) attempt.tools.set(event.part, { tool: event.name });
      return;
    case "part-end":
      attempt.draft.add(event);
      emitDelta(emit, attempt, attempt.told.endPart(event.part));
      return;
    case "usage":
      return;
    case "retry-wait":
      limitBackoff({ parts, endsAt }, event);
      emit({ type: "retry-wait", ms: event.ms, reason: event.reason, attempt: event.attempt });
      attempt.attempts = Math.max(attempt.attempts, event.attempt + 1);
      return;
    case "model-switched":
      [attempt.provider, attempt.model] = [event.provider, event.model];
      emit({ type: "model-switched", provider: event.provider, model: event.model, reason: event.reason });
      return;
    case "reply-restarted":
      emit({ type: "reply-restarted", attempt: event.attempt, reason: event.reason });
  }
}

function emitDelta(emit: Emit, { tools }: Attempt, told: ReturnType<DeltaRedactor["push"]>): void {
  if (!told) return;
  const { type, part, delta } = told;
  emit({ type, part, delta, ...tools.get(part) });
}

async function finish(
  { id, log, emit }: RunNeeds<"id" | "log" | "emit">,
  attempt: Attempt,
  request: number,
  end: Extract<AttemptEvent, { type: "message-end" }>,
): Promise<Reply> {
  const { stop, rawStop, usage, rawUsage } = end;
  for (const delta of attempt.told.end()) emitDelta(emit, attempt, delta);
  const content = withUniqueCallIds(attempt.draft.content(), log.callIds);
  const charge = attempt.meter.finish(usage);
  const [result, message] = await log.write(
    id,
    {
      ...resultHead(attempt, request),
      usage,
      ...(rawUsage === undefined ? {} : { rawUsage }),
      ...chargedEntry(usage, charge),
    },
    { kind: "assistant-message", request, content, stop, rawStop },
  );
  emitUsage(emit, "turn", result);
  const { provider, model } = attempt;
  emit({ type: "message", role: "assistant", content, stop, provider, model }, message.seq);
  return { content, stop, rawStop, usage, charge };
}

async function keepFailure(
  { id, parts, state, log, tally, emit }: FailureNeeds,
  attempt: Attempt,
  request: number,
  error: unknown,
): Promise<void> {
  const stop = stopOf(error);
  const content = attempt.draft.contentSoFar();
  const usage = attempt.meter.reported();
  const charge = attempt.meter.fail(error);
  tally.addCutOff(content, { usage: countedOf(usage), charge });
  const bodies: EntryBody[] = [
    {
      ...resultHead(attempt, request),
      usage,
      ...chargedEntry(usage, charge),
      error: stop.error ?? { code: stop.outcome, message: stop.message },
      ...(ProviderError.is(error) && error.refusedTools.length > 0
        ? { refusedTools: error.refusedTools }
        : {}),
    },
  ];
  if (content.length > 0) bodies.push({ kind: "assistant-message", request, content, partial: "cut-off" });
  if (attempt.model === state.model.id) bodies.push(...learnedWindow(parts, state, log, error));
  // The first error is the one to report; a journal that cannot be written caused it, or fails again on the
  // next write.
  try {
    const written = await log.write(id, ...bodies);
    emitUsage(emit, "turn", written[0]);
    emitCutOff(emit, written);
  } catch {}
}

/** Emits `reply-cut-off` for a reply that never ended, if one was written. */
export function emitCutOff(emit: Emit, written: readonly Entry[]): void {
  for (const entry of written) {
    if (entry.kind === "assistant-message" && entry.partial === "cut-off")
      emit({ type: "reply-cut-off", content: entry.content }, entry.seq);
  }
}

/** A smaller context window reported by the vendor's error; recorded for the rest of the session. */
function learnedWindow(
  parts: SettingsParts,
  state: AgentState,
  log: SessionLog,
  error: unknown,
): readonly EntryBody[] {
  const said = ProviderError.is(error) ? error.contextTokens : undefined;
  if (said === undefined || said >= (log.windowOf(state.model) ?? Infinity)) return [];
  return [{ ...settingsEntry(parts, state), contextTokens: said }];
}

function resultHead({ attempts, provider, model, requestId }: Attempt, request: number) {
  return {
    kind: "model-result",
    request,
    attempts,
    provider,
    model,
    ...(requestId === undefined ? {} : { requestId }),
  } as const;
}
