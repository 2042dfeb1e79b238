import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, it } from "vitest";
import { queueMetrics, type QueueFill } from "../src/queue.ts";

/** What is exported once the worker has counted: name, attributes and value of each. */
async function exported(read: () => Promise<QueueFill>): Promise<readonly string[]> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter });
  const provider = new MeterProvider({ readers: [reader] });
  const worker = queueMetrics(provider.getMeter("test"), read);
  for (const attempt of [1, 2, 1]) worker.begun(attempt);
  for (const outcome of ["done", "done", "provider"]) worker.ended(outcome);
  await provider.forceFlush().catch(() => undefined);
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics));
  const lines = metrics.flatMap(({ descriptor, dataPoints }) =>
    dataPoints.map(
      ({ attributes, value }) =>
        `${[descriptor.name, ...Object.values(attributes)].join(" ")} = ${JSON.stringify(value)} ${descriptor.unit}`,
    ),
  );
  await provider.shutdown().catch(() => undefined);
  return lines.toSorted();
}

const counted = [
  "skein.queue.run.ended done = 2 {run}",
  "skein.queue.run.ended provider = 1 {run}",
  "skein.queue.takeovers = 1 {takeover}",
];

it("a worker tells how full the queue is, and what it has done itself", async () => {
  const lines = await exported(async () => ({ waiting: 7, running: 2, dead: 1, oldestWaitingSeconds: 12.5 }));
  expect(lines).toEqual([
    "skein.queue.run.count dead = 1 {run}",
    "skein.queue.run.count running = 2 {run}",
    "skein.queue.run.count waiting = 7 {run}",
    ...counted,
    "skein.queue.wait.oldest = 12.5 s",
  ]);
});

it("a queue that cannot be read has no numbers, which is not 0", async () => {
  expect(await exported(() => Promise.reject(new Error("The database is away.")))).toEqual(counted);
});
