import type { PermissionOption, RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import type { Answer } from "@skein/protocol";
import type { ApprovalQuestion } from "./call-updates.ts";

export function permissionOptions({ tool, effect, covers }: ApprovalQuestion): PermissionOption[] {
  const covered = effect === "runs" ? "exactly this, in this folder" : `every call of ${tool}`;
  const always = covers ? `${covers.join(", ")} in this folder` : covered;
  return [
    { optionId: "once", kind: "allow_once", name: "Allow once" },
    { optionId: "session", kind: "allow_always", name: `Allow for this session: ${covered}` },
    { optionId: "always", kind: "allow_always", name: `Always allow: ${always}` },
    { optionId: "reject", kind: "reject_once", name: "Reject" },
  ];
}

/** An option that was not offered denies. */
export function answerOf(outcome: RequestPermissionOutcome): Answer | "cancelled" {
  if (outcome.outcome === "cancelled") return "cancelled";
  const { optionId } = outcome;
  return optionId === "once" || optionId === "session" || optionId === "always"
    ? { allow: optionId }
    : { deny: "" };
}
