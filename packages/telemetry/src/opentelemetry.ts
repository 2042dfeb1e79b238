import {
  ROOT_CONTEXT,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes as OtelAttributes,
  type Context,
  type Counter as OtelCounter,
  type Histogram,
  type Logger,
  type Meter,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import { metrics, names } from "./names.ts";
import type {
  Attributes,
  LogEntry,
  Measurement,
  SpanHandle,
  SpanStart,
  TelemetrySink,
  TraceContext,
} from "./sink.ts";
import { partsOfTraceContext } from "./trace-context.ts";

/** A tracer, a meter and a logger of the app's own OpenTelemetry. */
export interface OpenTelemetryParts {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** Default: no log records are made. */
  readonly logger?: Logger | undefined;
}

const severities = {
  info: SeverityNumber.INFO,
  warning: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
} as const;

/** Sends spans, metrics and log records to OpenTelemetry. */
export function fromOpenTelemetry({ tracer, meter, logger }: OpenTelemetryParts): TelemetrySink {
  const spans = new WeakMap<SpanHandle, Span>();
  const instruments = instrumentsOf(meter);

  function contextOf(parent: SpanHandle | TraceContext | undefined): Context {
    if (!parent) return ROOT_CONTEXT;
    if ("traceparent" in parent)
      return trace.setSpanContext(ROOT_CONTEXT, { ...partsOfTraceContext(parent), isRemote: true });
    const span = spans.get(parent);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  }

  return {
    startSpan({ name, kind, at, attributes, parent }: SpanStart): SpanHandle {
      const span = tracer.startSpan(
        name,
        {
          kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
          startTime: at,
          attributes: known(attributes),
        },
        contextOf(parent),
      );
      const handle: SpanHandle = {
        context: contextOfSpan(span),
        set: (more) => void span.setAttributes(known(more)),
        event: (moment, when, more = {}) => void span.addEvent(moment, known(more), when),
        end(when, error) {
          if (error) {
            const { type, message } = error;
            span.setAttribute(names.errorType, type);
            span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) });
          }
          span.end(when);
        },
      };
      spans.set(handle, span);
      return handle;
    },
    record({ metric, value, attributes }: Measurement) {
      const instrument = instruments[metric];
      if ("record" in instrument) instrument.record(value, known(attributes));
      else instrument.add(value, known(attributes));
    },
    log({ name, level, at, span, body, attributes }: LogEntry) {
      logger?.emit({
        eventName: name,
        severityNumber: severities[level],
        severityText: level,
        timestamp: at,
        context: contextOf(span),
        body,
        attributes: known(attributes),
      });
    },
  };
}

function contextOfSpan(span: Span): TraceContext {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const state = traceState?.serialize();
  const flags = traceFlags.toString(16).padStart(2, "0");
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state ? { tracestate: state } : {}) };
}

function instrumentsOf(meter: Meter): Readonly<Record<Measurement["metric"], Histogram | OtelCounter>> {
  const histogram = (of: { name: string; unit: string; bounds: readonly number[] }) =>
    meter.createHistogram(of.name, {
      unit: of.unit,
      advice: { explicitBucketBoundaries: [...of.bounds] },
    });
  const counter = (of: { name: string; unit: string }) => meter.createCounter(of.name, { unit: of.unit });
  return {
    tokens: histogram(metrics.tokens),
    modelDuration: histogram(metrics.modelDuration),
    toolDuration: histogram(metrics.toolDuration),
    agentDuration: histogram(metrics.agentDuration),
    cacheTokens: counter(metrics.cacheTokens),
    cost: counter(metrics.cost),
    faults: counter(metrics.faults),
    retries: counter(metrics.retries),
  };
}

/** Without what is not known. */
function known(attributes: Attributes): OtelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === "object" ? [...value] : value]],
    ),
  );
}
