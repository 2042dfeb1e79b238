/** Passes each sentence on once. @param hear - default: nobody does. */
export function createNotices(hear: (text: string) => void = () => undefined): (text: string) => void {
  const heard = new Set<string>();
  return (text) => {
    if (heard.has(text)) return;
    heard.add(text);
    hear(text);
  };
}

/** For `effort: none` on a model that cannot. */
export function thinksAnyway(modelId: string): string {
  return `${modelId} cannot be kept from thinking: it is asked to think as little as it can.`;
}
