import type { ReactNode } from "react";
import type { Tick } from "./ticks.ts";

interface TickListProps {
  readonly ticks: readonly Tick[];
  /** The entry of the tick that is open. */
  readonly chosen: number | undefined;
  readonly onChoose: (seq: number | undefined) => void;
}

/** Ticks as wide as the model was called in them. */
export function TickList({ ticks, chosen, onChoose }: TickListProps): ReactNode {
  return (
    <ol>
      {ticks.map(({ seq, label, marks, calls }) => (
        <li key={seq} style={{ flexGrow: Math.max(1, calls) }}>
          <button
            type="button"
            aria-expanded={seq === chosen}
            aria-label={[label, ...new Set(marks.map((mark) => mark.label))].join(", ")}
            title={label}
            onClick={() => onChoose(seq === chosen ? undefined : seq)}
          >
            {marks.slice(0, 6).map((mark) => (
              <span key={mark.seq} className="mark" data-kind={mark.kind} />
            ))}
          </button>
        </li>
      ))}
    </ol>
  );
}
