export { openRunQueue, type RunQueue } from "./run-queue.ts";
export type { RunQueueOptions, WorkOptions } from "./queue-options.ts";
export { type QueueStanding } from "./queue-standing.ts";
export { type CallLimit, type CallUse } from "./limits/call-limits.ts";
export { type QueueLimits, type ShareUse } from "./limits/queue-limits.ts";
export { type ShareBudget } from "./limits/share-budget.ts";
export { type QueueScheduleInput, type QueueSchedules } from "./schedules/queue-schedules.ts";
export {
  type QueuedRun,
  type QueuedWork,
  type QueueEntry,
  type QueueState,
  type RunEnd,
  type Submission,
  type TakenRun,
} from "./queued-run.ts";
