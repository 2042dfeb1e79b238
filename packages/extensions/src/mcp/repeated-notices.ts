import { isJsonObject } from "@skein/protocol";
import { waits } from "./limits.ts";

const listChanged = "/list_changed";
/** Maximum number of calls whose progress is tracked; a server with more makes them up. */
const mostKinds = 100;

/**
 * Finds notifications that repeat another one of a moment before: progress of one call, and changes of a list that is
 * about to be read anyway. Reading them costs far more than sending them.
 *
 * @param changesWithinMs - how long a list is read after a change. A list that is read sooner than repetitions are dropped may
 *   have changed again.
 */
export function repeatedNotices(now: () => number, changesWithinMs: number): (message: object) => boolean {
  const last = new Map<string, number>();
  return (message) => {
    const kind = kindOf(message);
    if (kind === undefined) return false;
    if (changesWithinMs < waits.progress && kind.endsWith(listChanged)) return false;
    const at = now();
    if (at - (last.get(kind) ?? -Infinity) < waits.progress) return true;
    if (last.size >= mostKinds) last.clear();
    last.set(kind, at);
    return false;
  };
}

function kindOf(message: object): string | undefined {
  if (!("method" in message) || typeof message.method !== "string" || "id" in message) return undefined;
  if (message.method.endsWith(listChanged)) return message.method;
  if (message.method !== "notifications/progress") return undefined;
  const params = "params" in message && isJsonObject(message.params) ? message.params : {};
  return `progress ${JSON.stringify(params["progressToken"] ?? null)}`;
}
