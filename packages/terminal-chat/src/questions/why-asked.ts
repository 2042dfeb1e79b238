import type { Question } from "@skein/protocol";

const effects = {
  reads: "It only reads.",
  writes: "It changes files.",
  runs: "It runs programs.",
  unknown: "What it does is not known.",
} as const;

/** Why a call is asked about: what decided, on which grounds, and what the longest answer would write. Not yet clean. */
export function whyAsked(
  { tool, extension, effect, reason, by, covers }: Extract<Question, { readonly kind: "approval" }>,
  { canAlways = true }: { readonly canAlways?: boolean } = {},
): readonly string[] {
  return [
    ...(by === undefined ? [] : [`Decided by: ${by}`]),
    `Reason: ${reason}`,
    `The call: ${tool} of the extension ${extension}. ${effects[effect]}`,
    canAlways
      ? covers
        ? `"Always" writes to remembered-answers.json: ${covers.map((rule) => `allow ${rule}`).join(", ")}, in this folder`
        : `"Always" writes to remembered-answers.json: allow ${effect === "runs" ? "exactly this, in this folder" : `every call of ${tool}`}`
      : "It cannot be allowed for longer than once: it is too long to be shown whole.",
  ];
}
