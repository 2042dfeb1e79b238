import { useState, type ReactNode } from "react";

type When = "next" | "now";

const key = "skein.when";

/** Whether a message that is sent while the agent works is queued (`next`) or steers (`now`). It is remembered. */
export function useWhen(): readonly [When, (when: When) => void] {
  const [when, setWhen] = useState<When>(localStorage.getItem(key) === "now" ? "now" : "next");
  return [
    when,
    (next) => {
      localStorage.setItem(key, next);
      setWhen(next);
    },
  ];
}

interface WhenSwitchProps {
  readonly when: When;
  readonly onChange: (when: When) => void;
}

export function WhenSwitch({ when, onChange }: WhenSwitchProps): ReactNode {
  return (
    <label className="option">
      <input
        type="checkbox"
        role="switch"
        checked={when === "now"}
        onChange={(event) => onChange(event.target.checked ? "now" : "next")}
      />
      Steer
    </label>
  );
}
