import { createNoopMeter } from "@opentelemetry/api";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from "@opentelemetry/sdk-logs";
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace";
import { fromOpenTelemetry } from "./opentelemetry.ts";
import type { OtlpSettings, OtlpTarget } from "./otlp-settings.ts";
import type { TelemetrySink } from "./sink.ts";

/** Name of what makes them. */
const scope = ["@skein/telemetry"] as const;

export interface OtlpSink extends TelemetrySink {
  /** Sends what is left. Resolves after `limitMs` at the latest; what did not get out by then is lost. */
  close(limitMs: number): Promise<void>;
}

/** Sends spans, metrics and log records to an OTLP receiver, by OpenTelemetry's own SDK. A receiver that is down costs no run. */
export async function openOtlp({
  traces,
  metrics,
  logs,
  serviceName,
  resource: attributes,
}: OtlpSettings): Promise<OtlpSink> {
  const resource = defaultResource().merge(
    resourceFromAttributes({ ...attributes, "service.name": serviceName }),
  );
  const tracerProvider = new TracerProvider({
    resource,
    spanProcessors: traces ? [new BatchSpanProcessor({ exporter: await spanExporter(traces) })] : [],
  });
  const meterProvider =
    metrics &&
    new MeterProvider({
      resource,
      readers: [new PeriodicExportingMetricReader({ exporter: await metricExporter(metrics) })],
    });
  const loggerProvider =
    logs &&
    new LoggerProvider({
      resource,
      processors: [new BatchLogRecordProcessor({ exporter: await logExporter(logs) })],
    });
  return {
    ...fromOpenTelemetry({
      tracer: tracerProvider.getTracer(...scope),
      meter: meterProvider?.getMeter(...scope) ?? createNoopMeter(),
      logger: loggerProvider?.getLogger(...scope),
    }),
    async close(limitMs) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limitMs);
      const providers = [tracerProvider, meterProvider, loggerProvider].filter((one) => one !== undefined);
      const sent = Promise.allSettled(providers.map((provider) => provider.shutdown()));
      await Promise.race([sent, late]);
      clearTimeout(timer);
    },
  };
}

async function spanExporter(target: OtlpTarget): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    target.protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter(optionsOf(target));
}

async function metricExporter(target: OtlpTarget): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    target.protocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter(optionsOf(target));
}

async function logExporter(target: OtlpTarget): Promise<LogRecordExporter> {
  const { OTLPLogExporter } =
    target.protocol === "http/json"
      ? await import("@opentelemetry/exporter-logs-otlp-http")
      : await import("@opentelemetry/exporter-logs-otlp-proto");
  return new OTLPLogExporter(optionsOf(target));
}

function optionsOf({ url, headers, timeoutMs }: OtlpTarget) {
  return { url, headers: { ...headers }, timeoutMillis: timeoutMs };
}
