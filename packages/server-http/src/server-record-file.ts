import { join } from "node:path";
import type { Machine } from "@skein/host";

/** By which clients of the same user find the server. */
export function serverRecordFile({ directories }: Pick<Machine, "directories">): string {
  return join(directories.state, "run", "server.json");
}
