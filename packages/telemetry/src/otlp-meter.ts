import type { Meter } from "@opentelemetry/api";
import { defaultResource, resourceFromAttributes, type Resource } from "@opentelemetry/resources";
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from "@opentelemetry/sdk-metrics";
import { exporterOptions, type OtlpSettings, type OtlpTarget } from "./otlp-settings.ts";
import { loadMetricsOverHttp, loadMetricsOverProto } from "./later.ts";

/** Name of what makes spans, metrics and log records. */
export const scope = "@skein/telemetry";

/** The most that one export may take, in milliseconds. */
const longestExportMs = 30_000;

export function resourceOf({
  resource,
  serviceName,
}: Pick<OtlpSettings, "resource" | "serviceName">): Resource {
  return defaultResource().merge(resourceFromAttributes({ ...resource, "service.name": serviceName }));
}

/** A meter whose metrics are sent again and again until its provider is shut down. */
export async function openOtlpMeter(
  settings: Pick<OtlpSettings, "resource" | "serviceName" | "metricIntervalMs">,
  target: OtlpTarget,
): Promise<{ readonly meter: Meter; readonly provider: MeterProvider }> {
  const { metricIntervalMs } = settings;
  const reader = new PeriodicExportingMetricReader({
    exporter: await metricExporter(target),
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(metricIntervalMs, longestExportMs),
  });
  const provider = new MeterProvider({ resource: resourceOf(settings), readers: [reader] });
  return { meter: provider.getMeter(scope), provider };
}

async function metricExporter(target: OtlpTarget): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    target.protocol === "http/json" ? await loadMetricsOverHttp() : await loadMetricsOverProto();
  return new OTLPMetricExporter(exporterOptions(target));
}
