import { isFailure, mapStrings, toJson, type Redactor, type ToolOutcome } from "@skein/protocol";

/**
 * Makes sure that `structured` is JSON before it reaches the journal, and keeps secrets out of all of it: a value of a
 * tool's own may look like an image, whose bytes are left as they are elsewhere.
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
    hint: "Its result is lost, what it has done is not: check before you call it again.",
  };
}
