/**
 * Permission modes: what an agent may do without asking, least strict first.
 * `approve` and `plan` cannot be ordered.
 *
 * - `auto`: everything.
 * - `accept_edits`: reading, and edits in the working folder.
 * - `smart_approve`: reading in the working folder.
 * - `approve`: nothing; every call asks.
 * - `plan`: reading in the working folder. Everything else is denied.
 * - `chat`: nothing; every call is denied.
 *
 * `docs/permissions.md` has the exceptions.
 */
export const permissionModeNames = [
  "auto",
  "accept_edits",
  "smart_approve",
  "approve",
  "plan",
  "chat",
] as const;

/** One of `permissionModeNames`. */
export type PermissionMode = (typeof permissionModeNames)[number];

/** Returns true if a text is a permission mode, spelled exactly. */
export function isPermissionMode(name: string): name is PermissionMode {
  return (permissionModeNames as readonly string[]).includes(name);
}
