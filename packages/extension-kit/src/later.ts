// What this package loads when it is first needed.

import type * as yaml from "yaml";

export const loadWorkerThreads = () => import("node:worker_threads");
export const loadYaml = (): Promise<typeof yaml> => import("yaml");
