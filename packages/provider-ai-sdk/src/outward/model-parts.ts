import type { LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";
import { isBroken, ProviderError } from "@skein/protocol";
import type { AssistantPart, AttemptEvent, AttemptModel, ModelRequest, ToolCallPart } from "@skein/protocol";
import { jsonIn } from "@skein/provider-kit";
import { finishReasonFor } from "./finish.ts";
import { metadataFor } from "./sidecar-options.ts";
import { usageFor } from "./usage.ts";

export interface ModelAsk {
  readonly request: ModelRequest;
  readonly warnings: readonly SharedV4Warning[];
  /** Nothing is emitted before the reply is complete, so a reply may restart. */
  readonly isWhole: boolean;
}

/**
 * A reply as the AI SDK streams it. Emitted parts cannot be withdrawn: a reply that is repeated after
 * something of it was shown is a failure here. A call that cannot be run is handed out such that the AI SDK
 * refuses it and tells the model.
 */
export async function* modelParts(
  model: AttemptModel,
  { request, warnings, isWhole }: ModelAsk,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let hasStarted = false;
  let hasShown = false;
  const events = isWhole ? wholeReply(model.stream(request, signal)) : model.stream(request, signal);
  for await (const event of events) {
    if (event.type === "reply-restarted" && hasShown) throw restarted(model, event.reason);
    if (event.type === "message-start" && !hasStarted) {
      hasStarted = true;
      yield { type: "stream-start", warnings: [...warnings] };
    }
    for (const part of partsFor(event)) {
      hasShown ||= part.type !== "response-metadata";
      yield part;
    }
  }
}

async function* wholeReply(events: AsyncIterable<AttemptEvent>): AsyncGenerator<AttemptEvent> {
  let kept: AttemptEvent[] = [];
  for await (const event of events) {
    if (event.type === "reply-restarted") kept = [];
    else kept.push(event);
  }
  yield* kept;
}

function partsFor(event: AttemptEvent): readonly LanguageModelV4StreamPart[] {
  switch (event.type) {
    case "message-start":
      return [{ type: "response-metadata", modelId: event.modelId }];
    case "part-start": {
      const id = String(event.part);
      if (event.kind === "text") return [{ type: "text-start", id }];
      return event.kind === "thinking" ? [{ type: "reasoning-start", id }] : [];
    }
    case "text-delta":
      return [{ type: "text-delta", id: String(event.part), delta: event.delta }];
    case "thinking-delta":
      return [{ type: "reasoning-delta", id: String(event.part), delta: event.delta }];
    case "part-end":
      return [endOf(String(event.part), event.content)];
    case "message-end": {
      const { stop, rawStop, usage, rawUsage } = event;
      return [
        { type: "finish", finishReason: finishReasonFor(stop, rawStop), usage: usageFor(usage, rawUsage) },
      ];
    }
    // A call's id is known at its end alone, and the AI SDK wants it with the first delta.
    case "input-delta":
    case "usage":
    case "retry-wait":
    case "reply-restarted":
    case "model-switched":
      return [];
  }
}

function endOf(id: string, content: AssistantPart): LanguageModelV4StreamPart {
  const metadata = metadataFor(content.sidecar);
  switch (content.type) {
    case "text":
      return { type: "text-end", id, ...metadata };
    case "thinking":
      return { type: "reasoning-end", id, ...metadata };
    case "tool-call": {
      const { id: toolCallId, name: toolName } = content;
      return { type: "tool-call", toolCallId, toolName, input: inputText(content), ...metadata };
    }
    case "opaque":
      return { type: "custom", kind: "skein.opaque", ...metadata };
  }
}

/**
 * The AI SDK takes blank arguments for none, and runs what parses: arguments that are not whole must not look
 * whole.
 */
function inputText(call: ToolCallPart): string {
  if (!isBroken(call)) return JSON.stringify(call.input);
  const { raw, problem } = call;
  return raw.trim() === "" || jsonIn(raw) !== undefined ? `${raw} (${problem})` : raw;
}

function restarted({ id, provider }: AttemptModel, reason: string): ProviderError {
  const message = `The reply of ${id} broke off and restarted, which the AI SDK cannot stream: ${reason}`;
  return new ProviderError("bad-stream", message, { provider, retryable: true });
}
