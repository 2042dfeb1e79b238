import type { Meter } from "@opentelemetry/api";
import { metrics, names } from "./names.ts";

/** How full a queue of runs is. */
export interface QueueFill {
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  readonly oldestWaitingSeconds: number;
}

/** What one worker counts. */
export interface QueueMetrics {
  /** @param attempt - from 1: how many workers have had the run, this one included. */
  begun(attempt: number): void;
  ended(outcome: string): void;
}

/** @param read - asked before each export. Where it rejects, what it would have told is absent. */
export function queueMetrics(meter: Meter, read: () => Promise<QueueFill>): QueueMetrics {
  const { queueRuns, queueOldest, queueEnded, queueTakeovers } = metrics;
  const runs = meter.createObservableGauge(queueRuns.name, { unit: queueRuns.unit });
  const oldest = meter.createObservableGauge(queueOldest.name, { unit: queueOldest.unit });
  const ends = meter.createCounter(queueEnded.name, { unit: queueEnded.unit });
  const takeovers = meter.createCounter(queueTakeovers.name, { unit: queueTakeovers.unit });
  meter.addBatchObservableCallback(
    async (result) => {
      const { oldestWaitingSeconds, waiting, running, dead } = await read();
      for (const [state, count] of Object.entries({ waiting, running, dead }))
        result.observe(runs, count, { [names.queueState]: state });
      result.observe(oldest, oldestWaitingSeconds);
    },
    [runs, oldest],
  );
  return {
    begun: (attempt) => void (attempt > 1 && takeovers.add(1)),
    ended: (outcome) => ends.add(1, { [names.outcome]: outcome }),
  };
}
