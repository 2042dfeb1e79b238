import type { EntryOf, MeasuredCall } from "@skein/protocol";

/** @returns `undefined` when the vendor did not report usage. An absent cache counter counts as 0, unless the whole prompt was counted. */
export function measure({ request, usage }: EntryOf<"model-result">): MeasuredCall | undefined {
  const { input, cacheRead = 0, cacheWrite = 0, output, prompt } = usage;
  if (input === undefined || output === undefined) return undefined;
  const inputTokens = prompt ?? input + cacheRead + cacheWrite;
  return inputTokens === 0 ? undefined : { request, inputTokens, outputTokens: output };
}
