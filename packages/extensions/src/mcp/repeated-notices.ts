import { isJsonObject } from "@skein/protocol";
import { waits } from "./limits.ts";

/** Kinds of calls whose progress is remembered at once; more are those of a server that makes them up. */
const mostKinds = 100;

/**
 * Finds notifications that say again what another of the same kind has said a moment before: reports of progress of one
 * call, and changes of a list, which is read somewhat later anyway. Reading each costs far more than writing it does.
 */
export function repeatedNotices(now: () => number): (message: object) => boolean {
  const last = new Map<string, number>();
  return (message) => {
    const kind = kindOf(message);
    if (kind === undefined) return false;
    const at = now();
    if (at - (last.get(kind) ?? -Infinity) < waits.progress) return true;
    if (last.size >= mostKinds) last.clear();
    last.set(kind, at);
    return false;
  };
}

function kindOf(message: object): string | undefined {
  if (!("method" in message) || typeof message.method !== "string" || "id" in message) return undefined;
  if (message.method.endsWith("/list_changed")) return message.method;
  if (message.method !== "notifications/progress") return undefined;
  const params = "params" in message && isJsonObject(message.params) ? message.params : {};
  return `progress ${JSON.stringify(params["progressToken"] ?? null)}`;
}
