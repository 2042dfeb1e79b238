export { openMachineQueue, submitRun, type RunWish } from "./machine-queue.ts";
export { changeLimits, type LimitWish, type LimitsInUse } from "./change-limits.ts";
export { workOff, type WorkingOff } from "./work-off.ts";
export { type QueueEntry, type RunEnd } from "@skein/runtime/queue";
