import type { AttemptModel, ContextView } from "@skein/protocol";

/** Learns a model's context window from which requests were rejected as too long, and which were not. */
export interface ObservedWindows {
  /** Learns from a view. @param used - its tokens, counted only when they are needed. */
  learn(view: ContextView, used: () => number): void;
  /** @returns the lower of the stated and the observed window; `undefined` when neither is known. */
  windowOf(view: ContextView): number | undefined;
}

interface Seen {
  /** Rejections; several in a row count once. */
  refusals: number;
  /** Token counts that were too many, and that were not. */
  refused: number;
  taken: number;
}

/** The share of a rejected request that is assumed to fit. */
const refusedShare = 0.9;
/** A single rejection may have had another reason, such as the bytes of an image: a known window is not doubted yet. */
const doubtFrom = 2;

export function createObservedWindows(): ObservedWindows {
  const models = new Map<string, Seen>();
  const keyOf = ({ provider, id }: AttemptModel) => JSON.stringify([provider, id]);
  return {
    learn(view, used) {
      const key = keyOf(view.model);
      const seen = models.get(key) ?? { refusals: 0, refused: Infinity, taken: 0 };
      models.set(key, seen);
      seen.taken = Math.max(seen.taken, view.measured?.inputTokens ?? 0);
      if (view.cause !== "overflow") return;
      if (view.overflows <= 1) seen.refusals++;
      seen.refused = Math.min(seen.refused, Math.floor(used() * refusedShare));
    },
    windowOf({ model, window }) {
      const seen = models.get(keyOf(model));
      if (!seen || seen.refusals < (window === undefined ? 1 : doubtFrom)) return window;
      return Math.min(window ?? Infinity, Math.max(seen.refused, seen.taken));
    },
  };
}
