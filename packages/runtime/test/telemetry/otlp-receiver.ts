import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";

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

interface WireSpan extends Omit<ReceivedSpan, "attributes" | "events"> {
  readonly attributes?: readonly Attribute[];
  readonly events?: ReceivedSpan["events"];
}

/** What a receiver was sent as `http/json`. */
export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Names of metrics. */
  readonly metrics: Set<string>;
  /** Everything, as it came. */
  readonly bodies: string[];
  readonly headers: (string | undefined)[];
}

/** @param answer - what becomes of a request: by default it is taken at once; `never` is not answered. */
export async function otlpReceiver(answer: "taken" | "refused" | "never" = "taken"): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Set<string>();
  const bodies: string[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    bodies.push(text);
    headers.push(request.headers["x-receiver-key"]?.toString());
    if (request.headers["content-type"] === "application/json") read(JSON.parse(text), spans, metrics);
    if (answer === "never") return;
    response.writeHead(answer === "taken" ? 200 : 503, { "content-type": "application/json" }).end("{}");
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    bodies,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function read(
  body: {
    readonly resourceSpans?: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
    }[];
    readonly resourceMetrics?: readonly {
      readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
    }[];
  },
  spans: ReceivedSpan[],
  metrics: Set<string>,
): void {
  for (const { scopeSpans } of body.resourceSpans ?? [])
    for (const scope of scopeSpans)
      for (const { attributes = [], events = [], ...span } of scope.spans)
        spans.push({
          ...span,
          events,
          attributes: Object.fromEntries(
            attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]),
          ),
        });
  for (const { scopeMetrics } of body.resourceMetrics ?? [])
    for (const scope of scopeMetrics) for (const { name } of scope.metrics) metrics.add(name);
}
