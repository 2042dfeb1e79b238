/** What an agent may do without asking, the freest first; `approve` and `plan` do not compare. */
export const permissionModeNames = [
  "auto",
  "accept_edits",
  "smart_approve",
  "approve",
  "plan",
  "chat",
] as const;

export type PermissionMode = (typeof permissionModeNames)[number];

export function isPermissionMode(name: string): name is PermissionMode {
  return (permissionModeNames as readonly string[]).includes(name);
}
