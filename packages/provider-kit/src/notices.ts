/**
 * Creates a function that forwards each notice once. Two models of a provider
 * share it, so that users read a sentence once.
 *
 * @param notify - receives the notices. Default: they are dropped.
 *
 * @example
 * ```ts
 * const notice = createNotices((text) => console.error(text));
 * notice("The reply has no usage.");
 * notice("The reply has no usage."); // not shown again
 * ```
 */
export function createNotices(notify: (text: string) => void = () => undefined): (text: string) => void {
  const heard = new Set<string>();
  return (text) => {
    if (heard.has(text)) return;
    heard.add(text);
    notify(text);
  };
}

/**
 * Words the notice for `effort: none` on a model whose thinking cannot be
 * disabled.
 */
export function thinksAnyway(modelId: string): string {
  return `${modelId} cannot disable thinking, so the lowest effort is sent.`;
}

/**
 * Words the notice for `effort: none` on a model that may think, and is not told
 * anything because its server has no word for it.
 */
export function maybeThinks(modelId: string): string {
  return `${modelId} cannot be told not to think, so "none" is not sent.`;
}
