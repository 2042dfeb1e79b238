import type { Operations } from "@skein/client";

export type PermissionMode = Operations["setMode"]["input"]["mode"];

export const permissionModes: readonly PermissionMode[] = [
  "auto",
  "accept_edits",
  "smart_approve",
  "approve",
  "plan",
  "chat",
];
