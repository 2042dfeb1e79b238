export { createTelemetry, type Telemetry } from "./create-telemetry.ts";
export { otlpSettings, type OtlpSettings } from "./otlp-settings.ts";
export { observedJournal } from "./observed-journal.ts";
export { parseTraceContext } from "./trace-context.ts";
export type { ToldNotice } from "./log-records.ts";
export type { TracedSession, TraceOptions } from "./session-trace.ts";
export type {
  Attributes,
  AttributeValue,
  Counter,
  LogEntry,
  Measurement,
  SpanHandle,
  SpanStart,
  TelemetrySink,
  TraceContext,
} from "./sink.ts";
