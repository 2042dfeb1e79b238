import {
  extractText,
  type AssistantPart,
  type AttemptModel,
  type ModelRequest,
  type Purpose,
  type StopReason,
} from "@skein/protocol";
import { abortable } from "../events/abortable.ts";
import { createRequestHasher } from "../context/model-context.ts";
import { chargedEntry, openMeter, emitUsage } from "./metered-call.ts";
import { streamWithIdleTimeout, type IdleTimeout } from "./idle-timeout.ts";
import { stopOf } from "../run-stop.ts";
import type { Emit } from "../events/emit.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { countedOf, type Tally } from "../run/tally.ts";

export interface AuxiliaryRequest {
  readonly purpose: Exclude<Purpose, "turn">;
  readonly model: AttemptModel;
  readonly request: ModelRequest;
  /** Set when a conversation waits for the answer. Default: the model's own timeout. */
  readonly idleTimeout?: IdleTimeout;
  readonly signal: AbortSignal;
}

/** The sender's scope. */
interface Requester extends RunNeeds<"log", "budget" | "redact"> {
  readonly emit?: Emit;
  /** `null` between runs. */
  readonly id: string | null;
  /** Of the run that waits for the answer. */
  readonly tally?: Tally | undefined;
}

export interface AuxiliaryReply {
  readonly content: readonly AssistantPart[];
  readonly stop: StopReason;
}

/** The text of an answer to an auxiliary request. Throws as `auxiliaryReply` does. */
export async function sendAuxiliaryRequest(sender: Requester, request: AuxiliaryRequest): Promise<string> {
  return extractText((await auxiliaryReply(sender, request)).content);
}

/**
 * Sends an auxiliary request: one outside the conversation, such as for a summary or a title. Secrets in it are redacted,
 * and it is journaled and counted by the budget like any other call.
 *
 * Throws what the model or the budget threw.
 */
export async function auxiliaryReply(
  { id, parts, log, tally, emit }: Requester,
  { purpose, model, request: given, idleTimeout, signal }: AuxiliaryRequest,
): Promise<AuxiliaryReply> {
  const request = parts.redact(given);
  const call = await openMeter({ id, parts, log, emit }, { model, request, signal });
  const { meter } = call;
  const head = { kind: "model-result", provider: model.provider, model: model.id } as const;
  let asked: number | undefined;
  let attempts = 1;
  let content: AssistantPart[] = [];
  try {
    const { options } = request;
    const hash = createRequestHasher().hash(request.system, request.messages, options);
    const [entry] = await log.write(id, {
      kind: "model-request",
      purpose,
      provider: model.provider,
      model: model.id,
      options,
      requestHash: hash,
      ...meter.reserved,
    });
    asked = entry.seq;
    call.begins(asked);
    const reply = idleTimeout
      ? streamWithIdleTimeout(model, meter.request, idleTimeout, signal)
      : abortable(model.stream(meter.request, signal), signal);
    for await (const event of reply) {
      const next = meter.observe(event);
      if (next) await next;
      if (event.type === "retry-wait") attempts = Math.max(attempts, event.attempt + 1);
      else if (event.type === "reply-restarted") content = [];
      else if (event.type === "part-end") content.push(event.content);
      else if (event.type === "message-end") {
        const { usage } = event;
        const charge = meter.finish(usage);
        tally?.addUsed({ usage, charge });
        const result = { ...head, request: asked, attempts, usage, ...chargedEntry(usage, charge) };
        emitUsage(emit, purpose, (await log.write(id, result))[0]);
        return { content, stop: event.stop };
      }
    }
    throw new Error("The reply ended early.");
  } catch (error) {
    const usage = meter.reported();
    const charge = meter.fail(error);
    if (asked === undefined) throw error;
    tally?.addUsed({ usage: countedOf(usage), charge });
    const stop = stopOf(error);
    const reason = stop.error ?? { code: stop.outcome, message: stop.message };
    const failed = {
      ...head,
      request: asked,
      attempts,
      usage,
      ...chargedEntry(usage, charge),
      error: reason,
    };
    try {
      emitUsage(emit, purpose, (await log.write(id, failed))[0]);
    } catch {} // report the first error
    throw error;
  } finally {
    meter.release();
  }
}
