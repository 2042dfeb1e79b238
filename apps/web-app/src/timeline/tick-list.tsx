import { useRef, type ReactNode } from "react";
import { isInRange, type TickRange } from "./tick-range.ts";
import type { Tick } from "./ticks.ts";

interface TickListProps {
  readonly ticks: readonly Tick[];
  readonly chosen: TickRange | undefined;
  readonly onChoose: (range: TickRange | undefined) => void;
}

/** Ticks as wide as the model was called in them. A click opens one; dragging, or Shift, chooses all up to another. */
export function TickList({ ticks, chosen, onChoose }: TickListProps): ReactNode {
  const dragged = useRef<number>(undefined);
  function click(seq: number, isShift: boolean): void {
    const isOpen = chosen?.anchor === seq && chosen.end === seq;
    if (isShift && chosen) onChoose({ anchor: chosen.anchor, end: seq });
    else onChoose(isOpen ? undefined : { anchor: seq, end: seq });
  }
  return (
    <ol>
      {ticks.map(({ seq, label, marks, calls }) => (
        <li key={seq} style={{ flexGrow: Math.max(1, calls) }}>
          <button
            type="button"
            aria-expanded={isInRange(seq, chosen)}
            aria-label={[label, ...new Set(marks.map((mark) => mark.label))].join(", ")}
            title={label}
            onClick={({ shiftKey }) => click(seq, shiftKey)}
            onPointerDown={(event) => {
              dragged.current = seq;
              event.currentTarget.releasePointerCapture(event.pointerId); // of a finger, so that others are entered
            }}
            onPointerEnter={({ buttons }) => {
              if (buttons === 0) dragged.current = undefined;
              const anchor = dragged.current;
              if (anchor !== undefined && anchor !== seq) onChoose({ anchor, end: seq });
            }}
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
