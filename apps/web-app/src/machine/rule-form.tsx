import { type Verdict, verdicts } from "@skein/protocol";
import { useState, type ReactNode } from "react";

/** A new rule in the user's own settings. */
export function RuleForm({
  onAdd,
}: {
  readonly onAdd: (rule: string, decision: Verdict) => void;
}): ReactNode {
  const [rule, setRule] = useState("");
  const [decision, setDecision] = useState<Verdict>("allow");
  return (
    <form
      className="form-keys"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(rule.trim(), decision);
        setRule("");
      }}
    >
      <select
        aria-label="Decision"
        value={decision}
        onChange={(event) => setDecision(event.target.value as Verdict)}
      >
        {verdicts.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <input
        className="spread"
        required
        aria-label="Rule"
        placeholder="shell(git push *)"
        value={rule}
        onChange={(event) => setRule(event.target.value)}
      />
      <button type="submit">Add rule</button>
    </form>
  );
}
