import { ConfigError } from "../errors/errors.ts";

const allowed = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;

/**
 * Checks a session id. Throws `ConfigError` `usage`.
 *
 * Session ids become folder names: letters, digits, `_`, `.` and `-`, no
 * leading dot, at most 128 characters.
 */
export function checkSessionId(session: string): void {
  if (allowed.test(session)) return;
  throw new ConfigError("usage", `${JSON.stringify(session)} is not a valid session id.`, {
    hint: "Use up to 128 letters, digits, '_', '.' and '-'; do not start with a dot.",
  });
}

/**
 * Returns true if a text can be a session id. `checkSessionId` has the rules.
 */
export function isSessionId(name: string): boolean {
  return allowed.test(name);
}
