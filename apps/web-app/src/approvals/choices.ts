import type { Answer } from "@skein/client";
import type { OpenQuestion } from "@skein/session-view";

export type Question = OpenQuestion["question"];
export type ApprovalQuestion = Extract<Question, { readonly kind: "approval" }>;

/** One way to answer, by its key. */
export interface Choice {
  readonly key: "1" | "2" | "3" | "4";
  readonly label: string;
  /** Absent: what the model is to do instead is asked for first. */
  readonly answer?: Answer;
}

/** Only what is shown whole can be allowed for longer than once. @param isWhole - all of it is on the screen. */
export function choicesOf({ tool, effect, covers }: ApprovalQuestion, isWhole = true): readonly Choice[] {
  const covered = effect === "runs" ? "exactly this, in this folder" : `every call of ${tool}`;
  const always = covers ? `${covers.join(", ")} in this folder` : covered;
  const longer: readonly Choice[] = [
    { key: "2", label: `Yes, for this session: ${covered}`, answer: { allow: "session" } },
    { key: "3", label: `Yes, and always allow ${always}`, answer: { allow: "always" } },
  ];
  return [
    { key: "1", label: "Yes, once", answer: { allow: "once" } },
    ...(isWhole ? longer : []),
    { key: "4", label: "No, and tell the model what to do instead" },
  ];
}

/** The question of an approval in words. */
export function approvalTitle({ tool, effect }: ApprovalQuestion): string {
  if (effect === "runs") return "Run this command?";
  return effect === "writes" ? "Make this change?" : `Call ${tool}?`;
}

/** The input as it was edited, or why it cannot be read. */
export function editedInput(text: string): { readonly input: unknown } | { readonly problem: string } {
  try {
    return { input: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
