import type { ReactNode } from "react";
import { useSessionId } from "../state/current-session.tsx";
import { sendAnswer } from "./answer-question.ts";
import type { Question } from "./choices.ts";
import { ClarificationForm } from "./clarification-form.tsx";
import { ElicitationForm } from "./elicitation-form.tsx";
import { PlanForm } from "./plan-form.tsx";

interface QuestionFormProps {
  readonly question: Question;
  /** Default: the session that is shown. */
  readonly session?: string;
}

/** A question of the model or of an extension, and a plan that waits. */
export function QuestionForm({ question, session }: QuestionFormProps): ReactNode {
  const shown = useSessionId();
  const answer = (given: Parameters<typeof sendAnswer>[2]) =>
    void sendAnswer(session ?? shown, question.id, given);
  switch (question.kind) {
    case "plan":
      return <PlanForm question={question} onAnswer={answer} />;
    case "clarification":
      return <ClarificationForm question={question} onAnswer={answer} />;
    case "elicitation":
      return <ElicitationForm question={question} onAnswer={answer} />;
    case "approval":
      return undefined;
  }
}
