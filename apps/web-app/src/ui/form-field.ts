/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
  readonly kind: "text" | "number" | "yes-no" | "choice" | "long-text";
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}
