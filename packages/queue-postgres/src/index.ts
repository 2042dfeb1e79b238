export { openRunQueue, type RunQueue, type RunQueueOptions, type WorkOptions } from "./run-queue.ts";
export {
  type QueuedRun,
  type QueueEntry,
  type QueueState,
  type RunEnd,
  type Submission,
  type TakenRun,
} from "./queued-run.ts";
