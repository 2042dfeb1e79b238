import { childrenOfCall, type CallItem } from "@skein/session-view";
import { memo, useState, type ReactNode } from "react";
import { ApprovalBox } from "../approvals/approval-box.tsx";
import { useSessionPart } from "../state/current-session.tsx";
import { CallPage } from "../extension-pages/call-page.tsx";
import { duration } from "../ui/format.ts";
import { CallBody } from "./call-body.tsx";
import { callFact } from "./call-fact.ts";
import { titleOf } from "./call-input.ts";
import { SubagentCard, type DrawItem } from "./subagent-card.tsx";

const stateWords: Readonly<Record<CallItem["state"], string>> = {
  streaming: "is written",
  pending: "waits",
  asking: "waits for you",
  running: "runs",
  done: "done",
  failed: "failed",
  denied: "denied",
};

interface CallCardProps {
  readonly call: CallItem;
  /** Draws the items of its subagents. */
  readonly itemView: DrawItem;
}

/** A call in one line: what, its state, the one fact, how long it took. It opens to all of it. */
export const CallCard = memo(({ call, itemView }: CallCardProps): ReactNode => {
  const [isOpen, setOpen] = useState(false);
  const open = call.state === "asking" ? call.asked?.question : undefined;
  return (
    <div className="call" data-state={call.state}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="call-dot" aria-hidden="true" />
          <span className="call-title">{titleOf(call)}</span>
          <span className="visually-hidden">, {stateWords[call.state]}</span>
          <span className="call-fact">{callFact(call)}</span>
          {call.result && call.result.durationMs > 0 ? (
            <span className="call-time">{duration(call.result.durationMs)}</span>
          ) : undefined}
        </summary>
        {isOpen ? <CallBody call={call} /> : undefined}
      </details>
      <CallPage call={call} />
      {open ? <ApprovalBox question={open} call={call} /> : undefined}
      {call.callId === undefined ? undefined : <SubagentsOf callId={call.callId} itemView={itemView} />}
    </div>
  );
});

interface SubagentsOfProps {
  readonly callId: string;
  readonly itemView: DrawItem;
}

function SubagentsOf({ callId, itemView }: SubagentsOfProps): ReactNode {
  const children = useSessionPart(({ view }) => view.children);
  if (children.length === 0) return undefined;
  return childrenOfCall({ children } as Parameters<typeof childrenOfCall>[0], callId).map((child) => (
    <SubagentCard key={child.session} child={child} itemView={itemView} />
  ));
}
