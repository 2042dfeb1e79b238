import type { AttemptModel, ContextView } from "@skein/protocol";

/** What can be told of a model's window from what was refused for its length, and what was not. */
export interface SeenWindows {
  /** Takes what a view says; `used` are its tokens. */
  learn(view: ContextView, used: number): void;
  /** @returns the least of what is said and what was seen; `undefined` when neither is there. */
  windowOf(view: ContextView): number | undefined;
}

interface Seen {
  /** Refusals, those in a row counted once. */
  refusals: number;
  /** Tokens that were too many, and that were not. */
  refused: number;
  taken: number;
}

/** Of a refused request: so much may have fitted. */
const refusedShare = 0.9;
/** One refusal may have had another reason, the bytes of a picture say: a window that is known is not doubted yet. */
const doubtFrom = 2;

export function createSeenWindows(): SeenWindows {
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
      seen.refused = Math.min(seen.refused, Math.floor(used * refusedShare));
    },
    windowOf({ model, window }) {
      const seen = models.get(keyOf(model));
      if (!seen || seen.refusals < (window === undefined ? 1 : doubtFrom)) return window;
      return Math.min(window ?? Infinity, Math.max(seen.refused, seen.taken));
    },
  };
}
