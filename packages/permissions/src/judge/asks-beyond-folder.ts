import type { PermissionMode } from "../modes.ts";

/** Whether a mode asks before a file outside the working folder is read, or changed. */
export function asksBeyondFolder(mode: PermissionMode, access: "reads" | "writes"): boolean {
  return access === "writes" ? mode !== "auto" : mode === "approve" || mode === "smart_approve";
}
