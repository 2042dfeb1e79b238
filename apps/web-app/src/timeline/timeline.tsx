import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";
import { CompareMenu } from "./compare-menu.tsx";
import { TickMenu } from "./tick-menu.tsx";
import { TickList } from "./tick-list.tsx";
import { endsOf, isInRange, type TickRange } from "./tick-range.ts";
import { ticksOf } from "./ticks.ts";

/** So many ticks are shown at once. */
const mostTicks = 100;

/** One tick a message, with marks for checkpoints, compactions, subagents and errors; a click says what can be done, dragging compares. */
export function Timeline({ session }: { readonly session: string }): ReactNode {
  // It may be behind the conversation, which comes first.
  const ledger = useDeferredValue(useSessionPart((state) => state.ledger));
  const ticks = useMemo(() => ticksOf(ledger), [ledger]);
  const [chosen, setChosen] = useState<TickRange>();
  const [pagesBack, setPagesBack] = useState(0);
  if (ticks.length === 0) return undefined;
  const end = ticks.length - pagesBack * mostTicks;
  const start = Math.max(0, end - mostTicks);
  const ends = chosen && endsOf(ticks, chosen);
  const close = () => setChosen(undefined);
  return (
    <nav className="timeline" aria-label="Timeline">
      <div className="timeline-bar">
        {start > 0 ? (
          <button type="button" className="quiet" onClick={() => setPagesBack(pagesBack + 1)}>
            Earlier
          </button>
        ) : undefined}
        <TickList ticks={ticks.slice(start, end)} chosen={chosen} onChoose={setChosen} />
        {pagesBack > 0 ? (
          <button type="button" className="quiet" onClick={() => setPagesBack(pagesBack - 1)}>
            Later
          </button>
        ) : undefined}
      </div>
      {ends && ends.first === ends.last ? (
        <TickMenu key={ends.first.seq} session={session} tick={ends.first} onClose={close} />
      ) : undefined}
      {ends && ends.first !== ends.last ? (
        <CompareMenu
          session={session}
          {...ends}
          calls={ticks.reduce((sum, { seq, calls }) => sum + (isInRange(seq, chosen) ? calls : 0), 0)}
          onClose={close}
        />
      ) : undefined}
    </nav>
  );
}
