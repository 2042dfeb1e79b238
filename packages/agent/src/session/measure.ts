import type { Entry, EntryOf, MeasuredCall } from "@skein/protocol";

/** @returns `undefined` when the vendor did not say what the call took. A cache counter that is absent counts nothing. */
export function measure({ request, usage }: EntryOf<"model-result">): MeasuredCall | undefined {
  const { input, cacheRead = 0, cacheWrite = 0, output } = usage;
  if (input === undefined || output === undefined) return undefined;
  const inputTokens = input + cacheRead + cacheWrite;
  return inputTokens === 0 ? undefined : { request, inputTokens, outputTokens: output };
}

/** Whether what was measured before says nothing of the conversation any more. */
export function changesContext({ kind }: Entry): boolean {
  return kind === "compaction" || kind === "elision" || kind === "rewind";
}
