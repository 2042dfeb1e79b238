import { isFailure, mapStrings, toJson, type Redactor, type ToolOutcome } from "@skein/protocol";

/**
 * Ensures that `structured` is JSON before it reaches the journal, and redacts all of its strings: unlike
 * elsewhere, even values that look like image data.
 */
export function withStructured(
  outcome: ToolOutcome,
  tool: string,
  redactor: Redactor | undefined,
): ToolOutcome {
  if (isFailure(outcome) || outcome.structured === undefined) return outcome;
  const json = toJson(outcome.structured);
  if (json.ok) {
    const structured = redactor ? mapStrings(json.value, (text) => redactor.redact(text)) : json.value;
    return { ...outcome, structured };
  }
  return {
    kind: "failed",
    message: `"${tool}" ran, but its structured result is not JSON: ${json.problem}.`,
    hint: "The result is lost, but its side effects are not: check them before you call it again.",
  };
}
