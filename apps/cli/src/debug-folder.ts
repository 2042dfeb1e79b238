import { join, resolve } from "node:path";
import { directories } from "@skein/settings";

/**
 * Where requests to models and their answers are written down, for finding faults: the folder that `SKEIN_DEBUG_HTTP`
 * names, with `--debug` one of its own in the state folder; `undefined` without both.
 */
export function debugFolder(isWanted = false): string | undefined {
  const { env } = process;
  const named = env["SKEIN_DEBUG_HTTP"]?.trim() ?? "";
  if (named !== "") return resolve(named);
  if (!isWanted) return undefined;
  const moment = new Date().toISOString().replaceAll(/[:.]/g, "-");
  return join(directories({ env }).state, "http", `${moment}-${process.pid}`);
}

/** What to tell whoever asked for it. */
export function debugNotice(folder: string): string {
  return `requests and answers are written to ${folder}: without keys, but with all that was said.`;
}
