/** What was allowed expressly, and not only by a permission mode. */
export interface Grants {
  /** A person has allowed exactly this call for longer than once. */
  readonly isAnswered: boolean;
  /** Texts of all permission rules that allow something. */
  readonly rules: readonly string[];
}
