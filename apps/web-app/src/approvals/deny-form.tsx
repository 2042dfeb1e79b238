import { useState, type ReactNode } from "react";
import { FormKeys } from "../ui/form-keys.tsx";

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
      <FormKeys submit="Reject" cancel="Back" onCancel={onCancel} />
    </form>
  );
}
