import type { ReactNode } from "react";

interface FormKeysProps {
  readonly submit: string;
  readonly isDisabled?: boolean;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** The two ways to leave a form. */
export function FormKeys({ submit, isDisabled = false, cancel, onCancel }: FormKeysProps): ReactNode {
  return (
    <div className="form-keys">
      <button type="submit" className="primary" disabled={isDisabled}>
        {submit}
      </button>
      <button type="button" onClick={onCancel}>
        {cancel}
      </button>
    </div>
  );
}
