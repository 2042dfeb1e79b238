import {
  costOf,
  textOf,
  type AssistantPart,
  type AttemptModel,
  type EntryOf,
  type ModelRequest,
  type Purpose,
} from "@skein/protocol";
import { abortable } from "./abortable.ts";
import { createRequestHasher } from "./context.ts";
import { reserveBudget } from "./budget.ts";
import { streamImpatiently, type Patience } from "./patience.ts";
import { stopOf } from "./run-stop.ts";
import type { RunScope } from "./scope.ts";
import type { Tally } from "./tally.ts";

export interface SideRequest {
  readonly purpose: Exclude<Purpose, "turn">;
  readonly model: AttemptModel;
  readonly request: ModelRequest;
  /** Where a conversation waits for the answer. Default: that of the model itself. */
  readonly patience?: Patience;
  readonly signal: AbortSignal;
}

/** Who asks. */
interface Asking extends Pick<RunScope, "parts" | "log"> {
  /** `null` between runs. */
  readonly id: string | null;
  /** Of the run that waits for the answer. */
  readonly tally?: Tally | undefined;
}

/**
 * Asks a model something beside the conversation. In the journal like every other call, so that the cost is complete;
 * counted by the budget too.
 *
 * @returns the text of the answer. Throws what the model or the budget threw.
 */
export async function askBeside(
  { id, parts, log, tally }: Asking,
  { purpose, model, request, patience, signal }: SideRequest,
): Promise<string> {
  const reservedUsd = reserveBudget({ budget: parts.budget, model }, request);
  const { turnFacts, options } = request;
  const hash = createRequestHasher().hash(request.system, request.messages, { facts: turnFacts, options });
  const [asked] = await log.write(id, {
    kind: "model-request",
    purpose,
    provider: model.provider,
    model: model.id,
    options,
    turnFacts,
    requestHash: hash,
    ...(reservedUsd === undefined ? {} : { reservedUsd }),
  });
  const head = {
    kind: "model-result",
    request: (asked as EntryOf<"model-request">).seq,
    provider: model.provider,
    model: model.id,
  } as const;
  let attempts = 1;
  let content: AssistantPart[] = [];
  try {
    const reply = patience
      ? streamImpatiently(model, request, patience, signal)
      : abortable(model.stream(request, signal), signal);
    for await (const event of reply) {
      if (event.type === "retry-wait") attempts = Math.max(attempts, event.attempt + 1);
      else if (event.type === "reply-restarted") content = [];
      else if (event.type === "part-end") content.push(event.content);
      else if (event.type === "message-end") {
        const costUsd = costOf(event.usage, model.price);
        parts.budget?.settle(event.usage, costUsd);
        tally?.addUsed({ usage: event.usage, costUsd });
        const cost = costUsd === undefined ? {} : { costUsd };
        await log.write(id, { ...head, attempts, usage: event.usage, ...cost });
        return textOf(content);
      }
    }
    throw new Error("The reply stopped before its end.");
  } catch (error) {
    const stop = stopOf(error);
    parts.budget?.settle({}, undefined);
    const reason = stop.error ?? { code: stop.outcome, message: stop.message };
    await log.write(id, { ...head, attempts, usage: {}, error: reason }).catch(() => undefined);
    throw error;
  }
}
