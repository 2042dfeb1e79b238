export { openMachineQueue, submitRun, type RunWish } from "./machine-queue.ts";
export { workOff, type WorkingOff } from "./work-off.ts";
export { type QueueEntry, type RunEnd } from "@skein/runtime/queue";
