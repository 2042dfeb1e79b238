import { promptTokens, type EntryOf, type MeasuredCall } from "@skein/protocol";

/** @returns `undefined` when the vendor did not report usage. An absent cache counter counts as 0, unless the whole prompt was counted. */
export function measure({ request, usage }: EntryOf<"model-result">): MeasuredCall | undefined {
  const { input, output } = usage;
  const inputTokens = input === undefined ? undefined : promptTokens(usage);
  if (inputTokens === undefined || output === undefined) return undefined;
  return inputTokens === 0 ? undefined : { request, inputTokens, outputTokens: output };
}
