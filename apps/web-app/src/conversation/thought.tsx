import type { ThinkingItem } from "@skein/session-view";
import { useState, type ReactNode } from "react";

/** A thought of the model, folded to a line. */
export function Thought({ thought }: { readonly thought: ThinkingItem }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="thought" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{thought.state === "streaming" ? "Thinking …" : "Thought"}</summary>
      {isOpen ? <p>{thought.text}</p> : undefined}
    </details>
  );
}
