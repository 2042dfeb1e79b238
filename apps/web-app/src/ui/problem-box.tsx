import type { ReactNode } from "react";
import type { Problem } from "../state/problems.ts";
import { CopyButton } from "./copy-button.tsx";

interface ProblemBoxProps {
  readonly problem: Problem;
  readonly onClose?: () => void;
}

/** What went wrong, what to do next, and its id to copy. */
export function ProblemBox({ problem, onClose }: ProblemBoxProps): ReactNode {
  const { code, message, hint } = problem;
  return (
    <div className="problem" role="alert">
      <p>{message}</p>
      {hint === undefined ? undefined : <p className="problem-next">{hint}</p>}
      <div className="form-keys">
        <CopyButton text={`${code}: ${message}`} what="the error" />
        {onClose ? (
          <button type="button" className="quiet" onClick={onClose}>
            Close
          </button>
        ) : undefined}
      </div>
    </div>
  );
}
