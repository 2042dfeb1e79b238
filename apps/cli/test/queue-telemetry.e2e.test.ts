import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readStream } from "node:stream/consumers";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { postgresPrograms, startPostgres } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

interface MetricsBody {
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly WireMetric[] }[];
  }[];
}

interface WireMetric {
  readonly name: string;
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly sum?: { readonly dataPoints: readonly Point[] };
}

interface Point {
  readonly attributes?: readonly { readonly value: { readonly stringValue: string } }[];
  readonly asDouble?: number;
}

/** Takes metrics as JSON, and tells each number of the queue as a line. */
async function metricsReceiver() {
  const lines = new Set<string>();
  const server = createServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { resourceMetrics = [] } = JSON.parse(await readStream(request)) as MetricsBody;
    const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics));
    for (const { name, gauge, sum } of metrics)
      for (const { attributes = [], asDouble } of [...(gauge?.dataPoints ?? []), ...(sum?.dataPoints ?? [])])
        lines.add([name, ...attributes.map(({ value }) => value.stringValue), asDouble].join(" "));
    response.end("{}");
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.skipIf(postgresPrograms() === undefined)("a worker on Postgres (skipped without it)", () => {
  it("sends how full the queue is, and how its runs ended", async () => {
    await using postgres = await startPostgres();
    await using receiver = await metricsReceiver();
    await using server = await anthropicServer([
      { parts: [shell("one", "sleep 3")] },
      say("Done."),
      say("Done."),
    ]);
    await using skein = await skeinHome(server.url);
    const env = { SKEIN_DATABASE_URL: postgres.url };
    for (const task of ["first", "second"]) await skein.run(["submit", task, "--mode", "auto"], env);
    const worker = skein.start(["worker"], {
      ...env,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_METRIC_EXPORT_INTERVAL: "250",
    });
    const told = (line: string) => expect.poll(() => [...receiver.lines]).toContain(line);
    await told("skein.queue.run.count running 1");
    await told("skein.queue.run.count waiting 1");
    await told("skein.queue.run.ended done 2");
    await told("skein.queue.run.count waiting 0");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({ exitCode: 143 });
    expect([...receiver.lines].filter((line) => line.startsWith("skein.queue.wait.oldest"))).not.toEqual([]);
    expect(receiver.lines).not.toContain("skein.queue.run.count dead 1");
  });
});
