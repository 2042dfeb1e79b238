import type { PermissionOption, RequestPermissionOutcome } from "@agentclientprotocol/sdk/unstable";
import type { Answer, CallQuestion } from "@skein/protocol";

/** What the permission dialog of a client is for. */
export type PermissionQuestion = Exclude<CallQuestion, { readonly kind: "clarification" }>;

export function permissionOptions(question: PermissionQuestion): PermissionOption[] {
  if (question.kind === "plan") return planOptions(question.modes);
  const { tool, effect, covers } = question;
  const covered = effect === "runs" ? "exactly this, in this folder" : `every call of ${tool}`;
  const always = covers ? `${covers.join(", ")} in this folder` : covered;
  return [
    { optionId: "once", kind: "allow_once", name: "Allow once" },
    { optionId: "session", kind: "allow_always", name: `Allow for this session: ${covered}` },
    { optionId: "always", kind: "allow_always", name: `Always allow: ${always}` },
    { optionId: "reject", kind: "reject_once", name: "Reject" },
  ];
}

const acceptance = "accept:";

function planOptions(modes: readonly string[]): PermissionOption[] {
  return [
    ...modes.map((mode) => ({
      optionId: `${acceptance}${mode}`,
      kind: "allow_once" as const,
      name: `Accept, and continue in the mode ${mode.replaceAll("_", " ")}`,
    })),
    { optionId: "reject", kind: "reject_once", name: "Keep planning" },
  ];
}

/** An option that was not offered denies. */
export function answerOf(
  outcome: RequestPermissionOutcome,
  question: PermissionQuestion,
): Answer | "cancelled" {
  if (outcome.outcome === "cancelled") return "cancelled";
  const { optionId } = outcome;
  if (question.kind === "plan") {
    const mode = question.modes.find((one) => optionId === `${acceptance}${one}`);
    return mode === undefined ? { deny: "" } : { allow: "once", mode };
  }
  return optionId === "once" || optionId === "session" || optionId === "always"
    ? { allow: optionId }
    : { deny: "" };
}
