import { counted } from "@skein/protocol";
import { openQuestions } from "@skein/session-view";
import type { ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";

/** Says that the session waits, and leads to the first question. */
export function QuestionTray(): ReactNode {
  const view = useSessionPart((state) => state.view);
  const count = openQuestions(view).length;
  if (count === 0) return undefined;
  return (
    <button type="button" className="tray" onClick={goToQuestion}>
      {`${counted(count, "question")} waiting · Show`}
    </button>
  );
}

function goToQuestion(): void {
  const box = document.querySelector<HTMLElement>(".pane-conversation [data-waits]");
  box?.scrollIntoView({ block: "center" });
  box?.querySelector<HTMLElement>("button, input")?.focus();
}
