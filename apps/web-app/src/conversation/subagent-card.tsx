import { itemsOf, type ChildView, type Item } from "@skein/session-view";
import { useState, type ReactNode } from "react";
import { dollars } from "../ui/format.ts";

/** Draws an item, with its id as its key. */
export type DrawItem = (item: Item) => ReactNode;

interface SubagentCardProps {
  readonly child: ChildView;
  readonly itemView: DrawItem;
}

/** A subagent in one line, with what it does now; it opens to its conversation, and those of its own subagents. */
export function SubagentCard({ child, itemView }: SubagentCardProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { facts, conversation } = child.view;
  const waits = conversation.questions.length > 0;
  const state = facts.run ? (waits ? "waits for you" : "works") : "has ended";
  return (
    <details
      className="subagent"
      data-state={facts.run ? (waits ? "asking" : "running") : "done"}
      open={isOpen || waits}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="call-dot" aria-hidden="true" />
        <span className="call-title">
          {`Subagent ${facts.name?.name ?? ""} ${child.isBackground ? "in the background " : ""}${state}`}
        </span>
        <span className="call-fact">{dollars(facts.spent.costUsd, facts.spent.isEstimate)}</span>
      </summary>
      {isOpen || waits ? (
        <div className="subagent-items">{itemsOf(child.view).map(itemView)}</div>
      ) : undefined}
    </details>
  );
}
