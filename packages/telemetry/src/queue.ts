import { randomUUID } from "node:crypto";
import { openOtlpMeter } from "./otlp-meter.ts";
import type { OtlpSettings } from "./otlp-settings.ts";
import { queueMetrics, type QueueFill, type QueueMetrics } from "./queue-metrics.ts";
import { within } from "./within.ts";

export { queueMetrics, type QueueFill, type QueueMetrics } from "./queue-metrics.ts";

export interface QueueSender extends QueueMetrics {
  /** Reads and sends once more. Resolves after `limitMs` at the latest. */
  close(limitMs: number): Promise<void>;
}

/**
 * Sends metrics of a queue, as one of its workers. They have an id of the worker, since what several count is added up.
 *
 * @returns `undefined` where metrics are not sent.
 */
export async function openQueueOtlp(
  { metrics, ...settings }: OtlpSettings,
  read: () => Promise<QueueFill>,
): Promise<QueueSender | undefined> {
  if (!metrics) return undefined;
  const resource = { "service.instance.id": randomUUID(), ...settings.resource };
  const { meter, provider } = await openOtlpMeter({ ...settings, resource }, metrics);
  return { ...queueMetrics(meter, read), close: (limitMs) => within(limitMs, provider.shutdown()) };
}
