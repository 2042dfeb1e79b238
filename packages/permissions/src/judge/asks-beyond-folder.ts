import type { PermissionMode } from "@skein/protocol";

/**
 * Whether a mode asks before a file outside the working folder is read, or changed. `plan` does what `smart_approve` does: a
 * schedule that an agent in that mode adds runs in `plan`, and may do no more.
 */
export function asksBeyondFolder(mode: PermissionMode, access: "reads" | "writes"): boolean {
  return mode !== "auto" && (access === "writes" || mode !== "accept_edits");
}
