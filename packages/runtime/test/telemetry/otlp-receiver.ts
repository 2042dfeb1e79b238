import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readStream } from "node:stream/consumers";

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly { readonly name: string }[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface ReceivedLog {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly eventName: string;
  readonly severityText: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface WireLog extends Omit<ReceivedLog, "attributes" | "body"> {
  readonly attributes?: readonly Attribute[];
  readonly body: { readonly stringValue: string };
}

interface WireSpan extends Omit<ReceivedSpan, "attributes" | "events"> {
  readonly attributes?: readonly Attribute[];
  readonly events?: ReceivedSpan["events"];
}

/** What a receiver was sent as `http/json`. */
export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly logs: ReceivedLog[];
  /** Names of metrics. */
  readonly metrics: Set<string>;
  /** Everything, as it came. */
  readonly bodies: string[];
  readonly headers: (string | undefined)[];
}

/** @param answer - what becomes of a request: by default it is taken at once; `never` is not answered. */
export async function otlpReceiver(answer: "taken" | "refused" | "never" = "taken"): Promise<OtlpReceiver> {
  const received: Received = { spans: [], logs: [], metrics: new Set() };
  const bodies: string[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readStream(request);
    bodies.push(text);
    headers.push(request.headers["x-receiver-key"]?.toString());
    if (request.headers["content-type"] === "application/json") read(JSON.parse(text), received);
    if (answer === "never") return;
    response.writeHead(answer === "taken" ? 200 : 503, { "content-type": "application/json" }).end("{}");
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...received,
    bodies,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Received = Pick<OtlpReceiver, "spans" | "logs" | "metrics">;

function read(
  body: {
    readonly resourceSpans?: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
    }[];
    readonly resourceMetrics?: readonly {
      readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
    }[];
    readonly resourceLogs?: readonly {
      readonly scopeLogs: readonly { readonly logRecords: readonly WireLog[] }[];
    }[];
  },
  { spans, logs, metrics }: Received,
): void {
  for (const { scopeSpans } of body.resourceSpans ?? [])
    for (const scope of scopeSpans)
      for (const { attributes = [], events = [], ...span } of scope.spans)
        spans.push({ ...span, events, attributes: valuesOf(attributes) });
  for (const { scopeMetrics } of body.resourceMetrics ?? [])
    for (const scope of scopeMetrics) for (const { name } of scope.metrics) metrics.add(name);
  for (const { scopeLogs } of body.resourceLogs ?? [])
    for (const scope of scopeLogs)
      for (const { attributes = [], body: text, ...record } of scope.logRecords)
        logs.push({ ...record, body: text.stringValue, attributes: valuesOf(attributes) });
}

function valuesOf(attributes: readonly Attribute[]): ReceivedSpan["attributes"] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));
}
