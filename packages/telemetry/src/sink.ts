import type { NoticeLevel } from "@skein/protocol";
/** Where spans, metrics and log records go. OpenTelemetry stands behind this, and is loaded only where it is used. */
export interface TelemetrySink {
  startSpan(span: SpanStart): SpanHandle;
  record(metric: Measurement): void;
  log(record: LogEntry): void;
}

export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

export interface SpanStart {
  readonly name: string;
  /** `client`: the other side is another service. */
  readonly kind: "client" | "internal";
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly attributes: Attributes;
  /** Absent: the span begins a trace. */
  readonly parent?: SpanHandle | TraceContext | undefined;
}

export interface SpanHandle {
  /** For whoever works for this span elsewhere. */
  readonly context: TraceContext;
  set(attributes: Attributes): void;
  event(name: string, at: number, attributes?: Attributes): void;
  /** @param error - `type` has few values; `message` is for people. */
  end(at: number, error?: { readonly type: string; readonly message?: string }): void;
}

/** As in the W3C recommendation Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export interface LogEntry {
  /** What kind of thing happened: there are few. */
  readonly name: string;
  readonly level: NoticeLevel;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What it happened in, which may be over. */
  readonly span: SpanHandle | undefined;
  readonly body: string;
  readonly attributes: Attributes;
}

export interface Measurement {
  readonly metric: "tokens" | "modelDuration" | "toolDuration" | "agentDuration" | Counter;
  readonly value: number;
  readonly attributes: Attributes;
}

export type Counter = "cacheTokens" | "cost" | "faults" | "retries";
