/** What a client may do; each role may do what those before it may. */
export const roles = ["read", "prompt", "approve", "admin"] as const;

/**
 * - `read`: lists, events, exports. `prompt`: messages, undo, forks.
 * - `approve`: answers to questions, permission modes. `admin`: settings, schedules, extensions, tokens.
 */
export type Role = (typeof roles)[number];

export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

export function isRole(word: unknown): word is Role {
  return (roles as readonly unknown[]).includes(word);
}
