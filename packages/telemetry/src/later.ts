// What this package loads when it is first needed.

export const loadLogsOverHttp = () => import("@opentelemetry/exporter-logs-otlp-http");
export const loadLogsOverProto = () => import("@opentelemetry/exporter-logs-otlp-proto");
export const loadMetricsOverHttp = () => import("@opentelemetry/exporter-metrics-otlp-http");
export const loadMetricsOverProto = () => import("@opentelemetry/exporter-metrics-otlp-proto");
export const loadTracesOverHttp = () => import("@opentelemetry/exporter-trace-otlp-http");
export const loadTracesOverProto = () => import("@opentelemetry/exporter-trace-otlp-proto");
