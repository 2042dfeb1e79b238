import { useState, type ReactNode } from "react";
import { Tabs } from "../ui/tabs.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { ContextBreakdown } from "./context-breakdown.tsx";
import { CostChart } from "./cost-chart.tsx";
import { PlanView } from "./plan-view.tsx";
import { RawEvents } from "./raw-events.tsx";

const tabs = ["Files", "Plan", "Context", "Costs", "Events"] as const;

/** What stands behind the conversation: files, plan, context, costs, and the journal itself. */
export function Inspector({ session }: { readonly session: string }): ReactNode {
  const [tab, setTab] = useState<(typeof tabs)[number]>("Files");
  return (
    <>
      <h1 className="visually-hidden">Behind the conversation</h1>
      <Tabs name="Inspector" tabs={tabs} chosen={tab} onChange={setTab}>
        {tab === "Files" ? <ChangedFiles session={session} /> : undefined}
        {tab === "Plan" ? <PlanView /> : undefined}
        {tab === "Context" ? <ContextBreakdown session={session} /> : undefined}
        {tab === "Costs" ? <CostChart session={session} /> : undefined}
        {tab === "Events" ? <RawEvents session={session} /> : undefined}
      </Tabs>
    </>
  );
}
