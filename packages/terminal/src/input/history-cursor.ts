/** A walk through earlier prompts; what was being typed waits at its end. */
export interface HistoryCursor {
  /** The prompt before; `undefined` at the oldest. @param typed - what stands in the prompt now. */
  older(typed: string): string | undefined;
  /** The one after, at the end what was typed; `undefined` when no walk is on. */
  newer(): string | undefined;
  /** Whether the prompt still shows what the walk put there. */
  isAt(typed: string): boolean;
  reset(): void;
}

/** @param prompts - the newest first. */
export function createHistoryCursor(prompts: readonly string[]): HistoryCursor {
  let at = -1;
  let draft = "";
  return {
    older(typed) {
      if (at + 1 >= prompts.length) return undefined;
      if (at === -1) draft = typed;
      return prompts[++at];
    },
    newer() {
      if (at === -1) return undefined;
      at--;
      return at === -1 ? draft : prompts[at];
    },
    isAt: (typed) => at >= 0 && prompts[at] === typed,
    reset() {
      at = -1;
    },
  };
}
