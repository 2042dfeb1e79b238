import type { RunQueue } from "@skein/queue-postgres";
import { closingMs, namesReceiver } from "../telemetry/names-receiver.ts";
import { loadTelemetry, loadTelemetryQueue } from "../later.ts";

/** What a worker tells of the queue and of its own runs. */
export interface QueueTelemetry extends AsyncDisposable {
  begun(attempt: number): void;
  ended(outcome: string): void;
}

/** @returns `undefined` where the environment names no receiver of metrics: nothing is loaded then. Rejects with `ConfigError`. */
export async function openQueueTelemetry(
  env: Readonly<Record<string, string | undefined>>,
  queue: Pick<RunQueue, "standing">,
): Promise<QueueTelemetry | undefined> {
  if (!namesReceiver(env)) return undefined;
  const { otlpSettings } = await loadTelemetry();
  const settings = otlpSettings(env);
  if (!settings) return undefined;
  const { openQueueOtlp } = await loadTelemetryQueue();
  const sender = await openQueueOtlp(settings, () => queue.standing());
  return sender && { ...sender, [Symbol.asyncDispose]: () => sender.close(closingMs) };
}
