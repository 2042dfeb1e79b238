export { clusterQueue, clusterRuns, isOnCluster, type ClusterRun } from "./cluster.ts";
export { findRun } from "./find-run.ts";
export { openMachineQueue, submitRun, type RunWish } from "./machine-queue.ts";
export { changeLimits, type LimitWish, type LimitsInUse } from "./change-limits.ts";
export { queuedHost } from "./queued-host.ts";
export { readSessionLog, type SessionLogParts } from "./read-session-log.ts";
export { continueAnswered, type AnsweredSession } from "./continue-answered.ts";
export { workOff, type WorkingOff } from "./work-off.ts";
