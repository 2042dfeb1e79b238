import { decodedValue, variableIn } from "@skein/platform/variables";
import { outgoingAgent } from "@skein/platform/outgoing";
import { ConfigError } from "@skein/protocol";

/** Where an OTLP receiver is, as the environment variables of OpenTelemetry's specification say. */
export interface OtlpSettings {
  /** Absent: spans are not sent. */
  readonly traces?: OtlpTarget;
  /** Absent: metrics are not sent. */
  readonly metrics?: OtlpTarget;
  /** Absent: log records are not sent. */
  readonly logs?: OtlpTarget;
  /** How often metrics are sent. */
  readonly metricIntervalMs: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  /** Whether messages, arguments, results and the texts of notices are sent. Default false. */
  readonly content: boolean;
}

export interface OtlpTarget {
  readonly url: string;
  readonly protocol: "http/protobuf" | "http/json";
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

type Env = Readonly<Record<string, string | undefined>>;
type Signal = "TRACES" | "METRICS" | "LOGS";

const paths = { TRACES: "v1/traces", METRICS: "v1/metrics", LOGS: "v1/logs" } as const;
const defaultTimeoutMs = 10_000;
const defaultIntervalMs = 60_000;

/**
 * Reads `OTEL_EXPORTER_OTLP_*`, `OTEL_*_EXPORTER`, `OTEL_SDK_DISABLED`, `OTEL_METRIC_EXPORT_INTERVAL`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`
 * and `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`. Throws `ConfigError` for what cannot be obeyed.
 *
 * @returns `undefined` where no receiver is named: nothing is loaded and nothing is sent then.
 */
export function otlpSettings(env: Env): OtlpSettings | undefined {
  if (isTrue(env["OTEL_SDK_DISABLED"])) return undefined;
  const traces = targetOf(env, "TRACES");
  const metrics = targetOf(env, "METRICS");
  const logs = targetOf(env, "LOGS");
  if (!traces && !metrics && !logs) return undefined;
  const { "service.name": named, ...resource } = pairsIn(env, "OTEL_RESOURCE_ATTRIBUTES");
  return {
    ...(traces ? { traces } : {}),
    ...(metrics ? { metrics } : {}),
    ...(logs ? { logs } : {}),
    metricIntervalMs: millisecondsOf(env, ["OTEL_METRIC_EXPORT_INTERVAL"], defaultIntervalMs),
    serviceName: variableIn(env, "OTEL_SERVICE_NAME") ?? named ?? "skein",
    resource,
    content: isTrue(env["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"]),
  };
}

/** Throws `UnusableProxy` where the receiver is behind a proxy that cannot be used. */
export function exporterOptions({ url, headers, timeoutMs }: OtlpTarget) {
  const agent = outgoingAgent(new URL(url));
  return {
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    ...(agent ? { httpAgentOptions: () => agent } : {}),
  };
}

function targetOf(env: Env, signal: Signal): OtlpTarget | undefined {
  const exporter = variableIn(env, `OTEL_${signal}_EXPORTER`) ?? "otlp";
  if (exporter === "none") return undefined;
  const own = variableIn(env, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  const shared = variableIn(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (own === undefined && shared === undefined) return undefined;
  if (exporter !== "otlp")
    throw new ConfigError(
      "usage",
      `OTEL_${signal}_EXPORTER is ${JSON.stringify(exporter)}; Skein sends by "otlp", or not at all with "none".`,
    );
  // A signal's own address is used as it is; the shared one gets the signal's path.
  const url = own ?? `${shared?.replace(/\/+$/, "")}/${paths[signal]}`;
  requireUrl(
    url,
    own === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`,
  );
  return {
    url,
    protocol: protocolOf(env, signal),
    headers: {
      ...pairsIn(env, "OTEL_EXPORTER_OTLP_HEADERS"),
      ...pairsIn(env, `OTEL_EXPORTER_OTLP_${signal}_HEADERS`),
    },
    timeoutMs: millisecondsOf(
      env,
      [`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`, "OTEL_EXPORTER_OTLP_TIMEOUT"],
      defaultTimeoutMs,
    ),
  };
}

function protocolOf(env: Env, signal: Signal): OtlpTarget["protocol"] {
  const [name, value] = firstGiven(env, [
    `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`,
    "OTEL_EXPORTER_OTLP_PROTOCOL",
  ]);
  if (value === undefined) return "http/protobuf";
  if (value === "http/protobuf" || value === "http/json") return value;
  throw new ConfigError(
    "usage",
    `${name} is ${JSON.stringify(value)}; Skein speaks http/protobuf and http/json. Name one of them, and the receiver's HTTP port, usually 4318.`,
  );
}

function millisecondsOf(env: Env, keys: readonly string[], otherwise: number): number {
  const [name, value] = firstGiven(env, keys);
  if (value === undefined) return otherwise;
  const ms = Number(value);
  if (Number.isSafeInteger(ms) && ms > 0) return ms;
  throw new ConfigError(
    "usage",
    `${name} is ${JSON.stringify(value)}, which is no positive number of milliseconds.`,
  );
}

function requireUrl(value: string, name: string): void {
  const protocol = URL.canParse(value) ? new URL(value).protocol : "";
  if (protocol !== "http:" && protocol !== "https:")
    throw new ConfigError(
      "usage",
      `${name} is ${JSON.stringify(value)}, which is no http or https address. An example: http://localhost:4318.`,
    );
}

/** `key=value` pairs with commas between them; values may be percent-encoded. Source: W3C Baggage. */
function pairsIn(env: Env, name: string): Readonly<Record<string, string>> {
  const pairs = (variableIn(env, name) ?? "").split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      // The value may be a key: it is not repeated.
      if (at <= 0)
        throw new ConfigError(
          "usage",
          `${name} has a part without "=". It is a list such as key=value,other=value.`,
        );
      return [pair.slice(0, at).trim(), decodedValue(pair.slice(at + 1).trim())];
    }),
  );
}

function firstGiven(env: Env, keys: readonly string[]): readonly [string, string | undefined] {
  const key = keys.find((one) => variableIn(env, one) !== undefined) ?? "";
  return [key, variableIn(env, key)];
}

/** Empty is as good as not set. Source: OpenTelemetry's specification of environment variables. */
function isTrue(value: string | undefined): boolean {
  return value?.trim().toLowerCase() === "true";
}
