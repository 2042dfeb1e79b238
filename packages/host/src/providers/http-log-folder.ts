import { join, resolve } from "node:path";
import type { Machine } from "../machine.ts";

/**
 * Where requests to models and their answers are written down, for finding faults: the folder that `SKEIN_DEBUG_HTTP`
 * names, otherwise, where it is wanted, one of its own in the state folder. `undefined`: nowhere.
 *
 * @param pid - tells apart what two processes begin at once.
 */
export function httpLogFolder(
  { env, directories }: Machine,
  isWanted: boolean,
  pid: number,
): string | undefined {
  const named = env["SKEIN_DEBUG_HTTP"]?.trim() ?? "";
  if (named !== "") return resolve(named);
  if (!isWanted) return undefined;
  return join(directories.state, "http", `${new Date().toISOString().replaceAll(/[:.]/g, "-")}-${pid}`);
}
