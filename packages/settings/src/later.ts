// What this package loads when it is first needed.

import type * as yaml from "yaml";

export const loadSqlite = () => import("node:sqlite");
export const loadYaml = (): Promise<typeof yaml> => import("yaml");
