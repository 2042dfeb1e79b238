import type { WorkerFault } from "./disturb.ts";
import type { Said } from "./worker-process.ts";

/** After that a worker that was paused or cut off has been heard again: what it loses later, it loses by the next fault. */
const heardMs = 8_000;

export interface Failover {
  /** From the fault of a worker that had a run to the next attempt of that run. */
  readonly ms: number;
  /** Whether nothing else was disturbed meanwhile, such as the worker that took the run over, or the database. */
  readonly isAlone: boolean;
}

/** @param others - when anything was disturbed, and when that had passed. */
export function failovers(
  faults: readonly WorkerFault[],
  said: readonly Said[],
  others: readonly number[],
): readonly Failover[] {
  const begun = said.filter(({ what }) => what === "begun");
  return begun.flatMap((next) => {
    if (next.attempt === 1) return [];
    const before = begun.findLast((one) => one.session === next.session && one.at < next.at);
    if (!before) return [];
    const those = faults.filter(
      ({ worker, at }) => worker === before.worker && at >= before.at && at <= next.at,
    );
    const first = those.findLast((fault, index) => {
      const previous = those[index - 1];
      return previous === undefined || fault.at > previous.until + heardMs;
    });
    if (!first) return [];
    const isOther = (at: number): boolean =>
      at > first.at && at < next.at && those.every((fault) => at !== fault.until);
    return [{ ms: next.at - first.at, isAlone: !others.some(isOther) }];
  });
}
