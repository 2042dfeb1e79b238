import type { ReactNode } from "react";
import { hashOf } from "../state/route.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { dateAndTime, dollars } from "../ui/format.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

interface ShownSlot {
  readonly planned: number;
  readonly state: string;
  readonly outcome?: string;
  readonly session?: string;
  readonly costUsd?: number;
  readonly reason?: string;
}

/** What became of the slots of a schedule, the newest first. */
export function ScheduleHistory({ name, age }: { readonly name: string; readonly age: number }): ReactNode {
  const { value, problem } = useLoaded(`${name} ${age}`, (signal) =>
    server.showHistory({ name, limit: 50 }, { signal }),
  );
  if (problem) return <ProblemBox problem={problem} />;
  if (value?.slots.length === 0) return <p className="empty">It was never due.</p>;
  return (
    <ul className="slots">
      {(value?.slots as unknown as readonly ShownSlot[] | undefined)?.map((slot) => (
        <li key={`${slot.planned} ${slot.session ?? ""}`}>
          <span>{dateAndTime(slot.planned)}</span>
          <span>{slot.outcome ?? slot.state}</span>
          <span>{slot.reason ?? (slot.costUsd === undefined ? "" : dollars(slot.costUsd))}</span>
          {slot.session === undefined ? undefined : (
            <a href={hashOf({ page: "session", session: slot.session })}>Session</a>
          )}
        </li>
      ))}
    </ul>
  );
}
