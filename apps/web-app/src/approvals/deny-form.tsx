import { useState, type ReactNode } from "react";

interface DenyFormProps {
  readonly onDeny: (why: string) => void;
  readonly onCancel: () => void;
}

/** What the model is to do instead. */
export function DenyForm({ onDeny, onCancel }: DenyFormProps): ReactNode {
  const [why, setWhy] = useState("");
  return (
    <form
      className="answer-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(why.trim());
      }}
    >
      <label>
        What should it do instead?
        <input autoFocus value={why} onChange={(event) => setWhy(event.target.value)} />
      </label>
      <div className="form-keys">
        <button type="submit" className="primary">
          Reject
        </button>
        <button type="button" onClick={onCancel}>
          Back
        </button>
      </div>
    </form>
  );
}
