import { createNoopMeter } from "@opentelemetry/api";
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from "@opentelemetry/sdk-logs";
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace";
import { fromOpenTelemetry } from "./opentelemetry.ts";
import { openOtlpMeter, resourceOf, scope } from "./otlp-meter.ts";
import { exporterOptions, type OtlpSettings, type OtlpTarget } from "./otlp-settings.ts";
import type { TelemetrySink } from "./sink.ts";
import { within } from "./within.ts";
import { loadLogsOverHttp, loadLogsOverProto, loadTracesOverHttp, loadTracesOverProto } from "./later.ts";

export interface OtlpSink extends TelemetrySink {
  /** Sends what is left. Resolves after `limitMs` at the latest; what did not get out by then is lost. */
  close(limitMs: number): Promise<void>;
}

/** Sends spans, metrics and log records to an OTLP receiver, by OpenTelemetry's own SDK. A receiver that is down costs no run. */
export async function openOtlp(settings: OtlpSettings): Promise<OtlpSink> {
  const { traces, metrics, logs } = settings;
  const resource = resourceOf(settings);
  const tracerProvider = new TracerProvider({
    resource,
    spanProcessors: traces ? [new BatchSpanProcessor({ exporter: await spanExporter(traces) })] : [],
  });
  const metering = metrics && (await openOtlpMeter(settings, metrics));
  const loggerProvider =
    logs &&
    new LoggerProvider({
      resource,
      processors: [new BatchLogRecordProcessor({ exporter: await logExporter(logs) })],
    });
  return {
    ...fromOpenTelemetry({
      tracer: tracerProvider.getTracer(scope),
      meter: metering?.meter ?? createNoopMeter(),
      logger: loggerProvider?.getLogger(scope),
    }),
    close(limitMs) {
      const providers = [tracerProvider, metering?.provider, loggerProvider];
      const open = providers.filter((one) => one !== undefined);
      return within(limitMs, Promise.allSettled(open.map((provider) => provider.shutdown())));
    },
  };
}

async function spanExporter(target: OtlpTarget): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    target.protocol === "http/json" ? await loadTracesOverHttp() : await loadTracesOverProto();
  return new OTLPTraceExporter(exporterOptions(target));
}

async function logExporter(target: OtlpTarget): Promise<LogRecordExporter> {
  const { OTLPLogExporter } =
    target.protocol === "http/json" ? await loadLogsOverHttp() : await loadLogsOverProto();
  return new OTLPLogExporter(exporterOptions(target));
}
