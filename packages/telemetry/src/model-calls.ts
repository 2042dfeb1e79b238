import { promptTokens, type Entry, type EntryOf } from "@skein/protocol";
import { finishReason, messageText, spanError } from "./content.ts";
import type { SessionLogs } from "./log-records.ts";
import { names, operations, vendorName } from "./names.ts";
import type { Attributes, SpanHandle, TelemetrySink } from "./sink.ts";

/** What the spans of one session share. */
export interface TraceParts {
  readonly sink: TelemetrySink;
  readonly common: Attributes;
  /** Whether messages, arguments and results are part of spans. */
  readonly content: boolean;
  readonly logs: SessionLogs;
  /** Of the run that is going on. */
  readonly span: () => SpanHandle | undefined;
}

interface OpenRequest {
  readonly span: SpanHandle;
  readonly at: number;
  readonly attributes: Attributes;
}

/** A span for each model call, auxiliary ones included: from its request to its result. */
export function traceModelCalls({
  sink,
  common,
  content,
  logs,
  span,
  spend,
}: TraceParts & { readonly spend: (usd: number) => void }) {
  const open = new Map<number, OpenRequest>();

  function begin(entry: EntryOf<"model-request">): void {
    const { seq, at, purpose, provider, model, options } = entry;
    const attributes = {
      [names.operation]: operations.chat,
      [names.provider]: vendorName(provider),
      [names.requestModel]: model,
    };
    const started = sink.startSpan({
      name: `${operations.chat} ${model}`,
      kind: "client",
      at,
      parent: span(),
      attributes: {
        ...attributes,
        ...common,
        [names.purpose]: purpose,
        [names.maxTokens]: options.maxOutputTokens,
        [names.temperature]: options.temperature,
      },
    });
    open.set(seq, { span: started, at, attributes });
  }

  function end(entry: EntryOf<"model-result">): void {
    const begun = open.get(entry.request);
    if (!begun) return;
    open.delete(entry.request);
    const { at, model, usage, costUsd, costIsEstimate, error, attempts, requestId } = entry;
    const attributes = { ...begun.attributes, [names.responseModel]: model };
    const input = promptTokens(usage);
    begun.span.set({
      [names.responseModel]: model,
      [names.responseId]: requestId,
      [names.inputTokens]: input,
      [names.outputTokens]: usage.output,
      [names.cacheReadTokens]: usage.cacheRead,
      [names.cacheWriteTokens]: usage.cacheWrite,
      [names.reasoningTokens]: usage.reasoning,
      [names.cost]: costUsd,
      [names.costIsEstimate]: costIsEstimate,
      [names.attempts]: attempts,
    });
    begun.span.end(at, error && spanError(error.code, error.message, content));
    const failed = error ? { [names.errorType]: error.code } : {};
    const value = (at - begun.at) / 1000;
    sink.record({ metric: "modelDuration", value, attributes: { ...attributes, ...failed } });
    count(attributes, { input, output: usage.output }, "tokens");
    count(attributes, { cache_read: usage.cacheRead, cache_creation: usage.cacheWrite }, "cacheTokens");
    if (error) {
      const { code: type, message } = error;
      logs.failure({ at, level: "error", type, message, attributes }, begun.span);
      sink.record({ metric: "faults", value: 1, attributes: { ...attributes, ...failed } });
    }
    if (attempts > 1) sink.record({ metric: "retries", value: attempts - 1, attributes });
    if (costUsd === undefined) return;
    spend(costUsd);
    sink.record({ metric: "cost", value: costUsd, attributes });
  }

  /** A kind that the vendor did not report is unknown, and no zero. */
  function count(
    attributes: Attributes,
    kinds: Readonly<Record<string, number | undefined>>,
    metric: "tokens" | "cacheTokens",
  ): void {
    for (const [kind, value] of Object.entries(kinds)) {
      if (value !== undefined)
        sink.record({ metric, value, attributes: { ...attributes, [names.tokenType]: kind } });
    }
  }

  return {
    add(entry: Entry): void {
      if (entry.kind === "model-request") begin(entry);
      else if (entry.kind === "model-result") end(entry);
      else if (entry.kind === "assistant-message") {
        const { stop } = entry;
        open.get(entry.request)?.span.set({
          [names.finishReasons]: stop === undefined ? undefined : [finishReason(stop)],
          [names.outputMessages]: content ? messageText("assistant", entry.content, stop) : undefined,
        });
      }
    },
    /** Ends what has no result: the run is over. */
    cutOff(at: number): void {
      for (const { span: left } of open.values()) left.end(at, { type: "cut-off" });
      open.clear();
    },
  };
}
