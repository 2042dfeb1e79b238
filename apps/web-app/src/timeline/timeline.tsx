import { useMemo, useState, type ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";
import { TickMenu } from "./tick-menu.tsx";
import { ticksOf } from "./ticks.ts";

/** One tick a message, with marks for checkpoints, compactions, subagents and errors; a click says what can be done. */
export function Timeline({ session }: { readonly session: string }): ReactNode {
  const ledger = useSessionPart((state) => state.ledger);
  const ticks = useMemo(() => ticksOf(ledger), [ledger]);
  const [chosen, setChosen] = useState<number>();
  if (ticks.length === 0) return undefined;
  const tick = ticks.find(({ seq }) => seq === chosen);
  return (
    <nav className="timeline" aria-label="Timeline">
      <ol>
        {ticks.map(({ seq, label, marks, calls }) => (
          <li key={seq} style={{ flexGrow: Math.max(1, calls) }}>
            <button
              type="button"
              aria-expanded={seq === chosen}
              aria-label={`${label}${marks.length > 0 ? `, ${marks.map((mark) => mark.label).join(", ")}` : ""}`}
              title={label}
              onClick={() => setChosen(seq === chosen ? undefined : seq)}
            >
              {marks.slice(0, 6).map((mark) => (
                <span key={mark.seq} className="mark" data-kind={mark.kind} />
              ))}
            </button>
          </li>
        ))}
      </ol>
      {tick ? <TickMenu session={session} tick={tick} onClose={() => setChosen(undefined)} /> : undefined}
    </nav>
  );
}
