// What this package loads when it is first needed.

import type * as yaml from "yaml";

export const loadMarked = () => import("marked");
export const loadYaml = (): Promise<typeof yaml> => import("yaml");
