import type { ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";
import { todoItems } from "./todo-items.ts";

const words = { open: "open", doing: "in progress", done: "done" } as const;

/** The todo list of the model. */
export function PlanView(): ReactNode {
  const states = useSessionPart(({ ledger }) => ledger.states);
  const items = todoItems(states);
  if (items.length === 0) return <p className="empty">The model has no todo list in this session.</p>;
  return (
    <ol className="todo">
      {items.map(({ text, state }, at) => (
        <li key={at} data-state={state}>
          <span className="todo-state">{words[state]}</span>
          {text}
        </li>
      ))}
    </ol>
  );
}
