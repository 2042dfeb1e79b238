import type { ReactNode } from "react";
import { sessionList } from "../sessions/listed.ts";
import { useStore } from "../state/store.ts";
import { dollars } from "../ui/format.ts";
import { byDay } from "./by-day.ts";
import { DayChart } from "./day-chart.tsx";
import { useFolder } from "./folder-field.tsx";
import { SpendingToday } from "./spending-today.tsx";
import { spendingBy, type SpendingRow } from "./spending.ts";

/** What the sessions of this machine have cost, by project, model and day of their last entry. */
export default function CostsPage(): ReactNode {
  const { lines } = useStore(sessionList);
  const [folder, field] = useFolder();
  const dayOf = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
  return (
    <>
      <h1>Costs</h1>
      {field}
      {folder === undefined ? undefined : <SpendingToday cwd={folder} />}
      <p className="facts">Of the sessions in the list, without their subagents.</p>
      <Spending caption="By project" rows={spendingBy(lines, ({ cwd }) => cwd)} />
      <Spending caption="By model" rows={spendingBy(lines, ({ model }) => model || "unknown")} />
      <DayChart
        label="Costs by day of the last entry"
        bars={byDay(lines, {
          at: ({ lastAt }) => lastAt,
          partsOf: ({ costUsd }) => [costUsd],
          now: Date.now(),
        })}
        kinds={["new"]}
        wordsOf={({ parts: [cost = 0] }) => dollars(cost)}
      />
      <Spending
        caption="By day of the last entry"
        rows={spendingBy(lines, ({ lastAt }) => dayOf.format(lastAt))}
      />
    </>
  );
}

function Spending({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: readonly SpendingRow[];
}): ReactNode {
  const most = Math.max(...rows.map(({ costUsd }) => costUsd), 0.000_001);
  return (
    <table className="spending">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Sessions</th>
          <th scope="col">Cost</th>
          <th scope="col">
            <span className="visually-hidden">Share</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, 20).map(({ name, sessions, costUsd }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{sessions}</td>
            <td>{dollars(costUsd)}</td>
            <td className="share">
              <span style={{ width: `${(costUsd / most) * 100}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
