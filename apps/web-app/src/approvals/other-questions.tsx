import { counted } from "@skein/protocol";
import { useState, type ReactNode } from "react";
import { sessionList } from "../sessions/listed.ts";
import { hashOf } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { ApprovalBox } from "./approval-box.tsx";

/** Questions of sessions that are not shown. They can be answered here, too. */
export function OtherQuestions({ current }: { readonly current: string | undefined }): ReactNode {
  const { lines, questions } = useStore(sessionList);
  const [isOpen, setOpen] = useState(false);
  const waiting = lines.filter(({ id }) => id !== current && (questions[id] ?? []).length > 0);
  if (waiting.length === 0) return undefined;
  return (
    <details
      className="other-questions"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{`${counted(waiting.length, "other session")} waiting for you`}</summary>
      {waiting.map(({ id, title }) => (
        <div key={id}>
          <a href={hashOf({ page: "session", session: id })}>{title}</a>
          {isOpen
            ? questions[id]?.map((question) => (
                <ApprovalBox key={question.id} question={question} session={id} />
              ))
            : undefined}
        </div>
      ))}
    </details>
  );
}
