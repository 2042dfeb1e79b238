/** How long the end of a program waits for what is left to be sent, in milliseconds. */
export const closingMs = 2000;

/** Whether the environment names an OTLP receiver: without one nothing of telemetry is loaded. */
export function namesReceiver(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(env).some(
    ([name, value]) => value && /^OTEL_EXPORTER_OTLP_(?:TRACES_|METRICS_|LOGS_)?ENDPOINT$/.test(name),
  );
}
