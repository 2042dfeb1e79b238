/** Forwards each notice once. @param notify - default: none. */
export function createNotices(notify: (text: string) => void = () => undefined): (text: string) => void {
  const heard = new Set<string>();
  return (text) => {
    if (heard.has(text)) return;
    heard.add(text);
    notify(text);
  };
}

/** For `effort: none` on a model whose thinking cannot be disabled. */
export function thinksAnyway(modelId: string): string {
  return `${modelId} cannot disable thinking, so the lowest effort is sent.`;
}
