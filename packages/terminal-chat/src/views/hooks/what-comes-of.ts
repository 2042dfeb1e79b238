import type { Verdict } from "@skein/protocol";
import type { TriedHooks } from "@skein/command-line/hooks";

/** What Skein would do with what hooks have come to, a line each. */
export function whatComesOf({ event, effect }: Pick<TriedHooks, "event" | "effect">): readonly string[] {
  const {
    verdict,
    by = "a hook",
    reason,
    input,
    reply,
    context,
    continueWith,
    endRun,
    notices = [],
  } = effect;
  const because = reason === undefined || reason === "" ? "" : `: ${reason}`;
  const lines = [
    ...(endRun === undefined ? [] : [`end the run as denied: ${endRun}`]),
    ...(verdict === undefined ? [] : [`${verdictWords(verdict, event)} (${by})${because}`]),
    ...(input === undefined
      ? []
      : [`check this input like the model's own, and run the call with it: ${JSON.stringify(input)}`]),
    ...(reply === undefined ? [] : [`answer with ${JSON.stringify(reply)}, so that no one is asked`]),
    ...(continueWith === undefined ? [] : [`send the model back to work with: ${continueWith}`]),
    ...(context === undefined ? [] : [`tell the model, with its next request: ${context}`]),
    ...notices.map((text) => `tell you: ${text}`),
  ];
  return lines.length === 0 ? ["go on as without hooks"] : lines;
}

function verdictWords(verdict: Verdict, event: string): string {
  switch (verdict) {
    case "deny":
      return refusals[event] ?? "deny the call";
    case "ask":
      return "ask before the call";
    case "allow":
      return "allow the call where only the permission mode would ask";
  }
}

const refusals: Readonly<Record<string, string>> = {
  UserPromptSubmit: "refuse the message, and end the run as denied",
  PreCompact: "not compact the conversation",
  Elicitation: "decline to answer",
};
