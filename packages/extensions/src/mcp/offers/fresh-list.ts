import type { JsonObject } from "@skein/protocol";
import { waits } from "../limits.ts";

/** A list of a server, which is asked for again once it may have changed. */
export interface FreshList<Value> {
  get(signal: AbortSignal): Promise<readonly Value[]>;
  /** Takes a list as it is until `forget`. */
  seed(values: readonly Value[]): void;
  forget(): void;
}

export interface LoadedList<Value> {
  readonly values: readonly Value[];
  /** Milliseconds for which it can be used; `Infinity`: the server tells when it has changed. */
  readonly freshMs: number;
}

export function freshList<Value>(
  load: (signal: AbortSignal) => Promise<LoadedList<Value>>,
): FreshList<Value> {
  let known: readonly Value[] | undefined;
  let freshUntil = -Infinity;
  let changes = 0;
  return {
    async get(signal) {
      if (known && performance.now() < freshUntil) return known;
      const before = changes;
      const { values, freshMs } = await load(signal);
      known = values;
      // What has changed while it was read is read again.
      freshUntil = before === changes ? performance.now() + freshMs : -Infinity;
      return values;
    },
    seed(values) {
      known = values;
      freshUntil = Infinity;
    },
    forget() {
      changes++;
      freshUntil = -Infinity;
    },
  };
}

/**
 * Milliseconds for which a result can be used, as the server says (`ttlMs`, revision 2026-07-28); otherwise until it tells of
 * a change, where it does, or shortly.
 */
export function freshMsOf({ ttlMs }: JsonObject, tellsChanges: boolean | undefined): number {
  if (typeof ttlMs === "number" && ttlMs >= 0) return Math.min(ttlMs, waits.longestFresh);
  return tellsChanges ? Infinity : waits.listFresh;
}
