/**
 * Permissions that a person or a rule granted expressly, not only through a
 * permission mode.
 */
export interface Grants {
  /** Set if a person has allowed exactly this call for longer than once. */
  readonly isAnswered: boolean;
  /**
   * Texts of all permission rules that allow something, whether or not they
   * match the call.
   */
  readonly rules: readonly string[];
}
