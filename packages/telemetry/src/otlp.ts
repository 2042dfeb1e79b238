import { createNoopMeter } from "@opentelemetry/api";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace";
import { fromOpenTelemetry } from "./opentelemetry.ts";
import type { OtlpSettings, OtlpTarget } from "./otlp-settings.ts";
import type { TelemetrySink } from "./sink.ts";

/** Name and version of what makes the spans. */
const scope = ["@skein/telemetry"] as const;

export interface OtlpSink extends TelemetrySink {
  /** Sends what is left. Resolves after `limitMs` at the latest; what did not get out by then is lost. */
  close(limitMs: number): Promise<void>;
}

/** Sends spans and metrics to an OTLP receiver, by OpenTelemetry's own SDK. A receiver that is down costs no run. */
export async function openOtlp({
  traces,
  metrics,
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
  return {
    ...fromOpenTelemetry({
      tracer: tracerProvider.getTracer(...scope),
      meter: meterProvider?.getMeter(...scope) ?? createNoopMeter(),
    }),
    async close(limitMs) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limitMs);
      const sent = Promise.allSettled([tracerProvider.shutdown(), meterProvider?.shutdown()]);
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

function optionsOf({ url, headers, timeoutMs }: OtlpTarget) {
  return { url, headers: { ...headers }, timeoutMillis: timeoutMs };
}
