import type { ReactNode } from "react";
import { hashOf } from "../state/route.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { dateAndTime, dollars } from "../ui/format.ts";
import { byDay } from "./by-day.ts";
import { DayChart } from "./day-chart.tsx";
import { ProblemBox } from "../ui/problem-box.tsx";

interface ShownSlot {
  readonly planned: number;
  readonly state: string;
  readonly outcome?: string;
  readonly session?: string;
  readonly costUsd?: number;
  readonly reason?: string;
}

const isOpen = (state: string) => ["planned", "running", "interrupted"].includes(state);

/** What became of the slots of a schedule, the newest first. */
export function ScheduleHistory({ name, age }: { readonly name: string; readonly age: number }): ReactNode {
  const { value, problem } = useLoaded(`${name} ${age}`, (signal) =>
    server.showHistory({ name, limit: 200 }, { signal }),
  );
  if (problem) return <ProblemBox problem={problem} />;
  if (value?.slots.length === 0) return <p className="empty">It was never due.</p>;
  const slots = (value?.slots ?? []) as unknown as readonly ShownSlot[];
  const bars = byDay(slots, {
    at: ({ planned }) => planned,
    partsOf: ({ outcome, state }) => [
      Number(outcome === "done"),
      Number(outcome === undefined && isOpen(state)),
      Number(outcome === undefined ? !isOpen(state) : outcome !== "done"),
    ],
    now: Date.now(),
  });
  return (
    <>
      <DayChart
        label="Slots by day"
        bars={bars}
        kinds={["done", "cached", "other"]}
        wordsOf={({ parts: [done = 0, open = 0, others = 0] }) =>
          `${done} done, ${open} open, ${others} not done`
        }
      />
      <ul className="slots">
        {slots.map((slot) => (
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
    </>
  );
}
