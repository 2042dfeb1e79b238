import type { Schedule } from "@skein/client";
import { useState, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import { ScheduleHistory } from "./schedule-history.tsx";

type Change = Parameters<typeof server.changeSchedule>[0]["change"];

/** Schedules, what became of their slots, and whether a daemon starts them. */
export default function SchedulesPage(): ReactNode {
  const [changes, setChanges] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const { value, problem } = useLoaded(`${changes}`, (signal) => server.listSchedules({}, { signal }));
  async function change(name: string, wanted: Change): Promise<void> {
    await attempt(() => server.changeSchedule({ name, change: wanted }));
    setChanges(changes + 1);
  }
  return (
    <>
      <h1>Schedules</h1>
      {problem ? <ProblemBox problem={problem} /> : undefined}
      {value && !value.hasDaemon ? (
        <p className="quiet-line" data-level="warning">
          No daemon runs: schedules are not started. Start one in a terminal.
        </p>
      ) : undefined}
      {value?.schedules.length === 0 ? <p className="empty">There are no schedules.</p> : undefined}
      {isAdding ? (
        <ScheduleForm
          onCancel={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            setChanges(changes + 1);
          }}
        />
      ) : (
        <p>
          <button type="button" onClick={() => setAdding(true)}>
            New schedule
          </button>
        </p>
      )}
      <ul className="cards">
        {value?.schedules.map((schedule) => (
          <ScheduleCard
            key={schedule.id}
            schedule={schedule}
            age={changes}
            onChange={(wanted) => void change(schedule.name, wanted)}
          />
        ))}
      </ul>
    </>
  );
}

interface ScheduleCardProps {
  readonly schedule: Schedule;
  /** Grows when something was changed. */
  readonly age: number;
  readonly onChange: (change: Change) => void;
}

function ScheduleCard({ schedule, age, onChange }: ScheduleCardProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { name, cron, cwd, pausedAt } = schedule;
  const isPaused = pausedAt !== undefined && pausedAt !== null;
  return (
    <li className="card">
      <h2>{name}</h2>
      <p className="facts">
        {[cron, isPaused ? "paused" : "active", typeof cwd === "string" ? cwd : ""].join(" · ")}
      </p>
      <div className="form-keys">
        <button type="button" onClick={() => onChange("run-now")}>
          {`Run ${name} now`}
        </button>
        <button type="button" onClick={() => onChange(isPaused ? "resume" : "pause")}>
          {isPaused ? `Resume ${name}` : `Pause ${name}`}
        </button>
        <button type="button" className="quiet" onClick={() => onChange("remove")}>
          {`Remove ${name}`}
        </button>
      </div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>History</summary>
        {isOpen ? <ScheduleHistory name={name} age={age} /> : undefined}
      </details>
    </li>
  );
}
