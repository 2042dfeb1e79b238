/** Looks for earlier prompts by what stands in the prompt. */
export interface HistorySearch {
  /**
   * The next older prompt that contains what was typed, in any case; `undefined` after the last.
   *
   * @param shown - what stands in the prompt now: what was found last, or else what to look for.
   */
  older(shown: string): string | undefined;
}

/** @param prompts - the newest first. */
export function createHistorySearch(prompts: readonly string[]): HistorySearch {
  let wanted = "";
  let at = -1;
  return {
    older(shown) {
      if (at < 0 || prompts[at] !== shown) [wanted, at] = [shown.toLowerCase(), -1];
      const found = prompts.findIndex(
        (prompt, index) => index > at && prompt !== shown && prompt.toLowerCase().includes(wanted),
      );
      if (found < 0) return undefined;
      at = found;
      return prompts[at];
    },
  };
}
