import type { CallItem } from "@skein/session-view";
import { useState, type ReactNode } from "react";
import { DiffView } from "../changes/diff-view.tsx";
import { useSessionId } from "../state/current-session.tsx";
import { commandOf } from "../conversation/call-input.ts";
import { sendAnswer } from "./answer-question.ts";
import { approvalTitle, choicesOf, type ApprovalQuestion, type Question } from "./choices.ts";
import { DenyForm } from "./deny-form.tsx";
import { EditForm } from "./edit-form.tsx";
import { QuestionForm } from "./question-form.tsx";

interface ApprovalBoxProps {
  readonly question: Question;
  readonly call?: CallItem;
  /** Default: the session that is shown. */
  readonly session?: string;
}

/** A question about a call, where it waits: exactly what would be done, why it is asked, and the answers. */
export function ApprovalBox({ question, session }: ApprovalBoxProps): ReactNode {
  const shown = useSessionId();
  if (question.kind === "approval") return <Approval question={question} session={session ?? shown} />;
  return <QuestionForm question={question} {...(session !== undefined && { session })} />;
}

interface ApprovalProps {
  readonly question: ApprovalQuestion;
  readonly session: string;
}

function Approval({ question, session }: ApprovalProps): ReactNode {
  const [step, setStep] = useState<"choose" | "deny" | "edit">("choose");
  const [isSent, setSent] = useState(false);
  async function answer(given: Parameters<typeof sendAnswer>[2]): Promise<void> {
    setSent(true);
    if (!(await sendAnswer(session, question.id, given))) setSent(false);
  }
  const choose = () => setStep("choose");
  return (
    <section className="approval" aria-label={approvalTitle(question)} data-waits="">
      <h2>{approvalTitle(question)}</h2>
      <ApprovalSubject question={question} />
      <p className="approval-why">{question.reason}</p>
      {step === "deny" ? (
        <DenyForm onCancel={choose} onDeny={(why) => void answer({ deny: why })} />
      ) : undefined}
      {step === "edit" ? (
        <EditForm
          input={question.input}
          onCancel={choose}
          onAllow={(input) => void answer({ allow: "once", input })}
        />
      ) : undefined}
      {step === "choose" ? (
        <div className="choices">
          {choicesOf(question).map(({ key, label, answer: given }) => (
            <button
              key={key}
              type="button"
              data-choice={key}
              disabled={isSent}
              onClick={() => (given ? void answer(given) : setStep("deny"))}
            >
              <kbd>{key}</kbd>
              <span>{label}</span>
            </button>
          ))}
          <button type="button" data-choice="e" disabled={isSent} onClick={() => setStep("edit")}>
            <kbd>e</kbd>
            <span>{question.effect === "runs" ? "Edit the command first" : "Edit it first"}</span>
          </button>
        </div>
      ) : undefined}
    </section>
  );
}

function ApprovalSubject({ question }: { readonly question: ApprovalQuestion }): ReactNode {
  if (question.preview !== undefined) return <DiffView diff={question.preview} name={question.tool} />;
  const command = commandOf(question.input);
  return (
    <pre
      className="call-text"
      tabIndex={0}
      aria-label={command === undefined ? "Input" : "Command"}
      role="region"
    >
      {command ?? JSON.stringify(question.input, undefined, 2)}
    </pre>
  );
}
