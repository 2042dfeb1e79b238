import type { Answer } from "@skein/client";
import { useState, type ReactNode } from "react";
import { Markdown } from "../markdown/markdown.tsx";
import type { Question } from "./choices.ts";
import { DenyForm } from "./deny-form.tsx";

interface PlanFormProps {
  readonly question: Extract<Question, { readonly kind: "plan" }>;
  readonly onAnswer: (answer: Answer) => void;
}

type Mode = NonNullable<Extract<Answer, { readonly allow: string }>["mode"]>;

/** A plan of the model: accepted in one of the permission modes, edited first, or rejected with what to change. */
export function PlanForm({ question, onAnswer }: PlanFormProps): ReactNode {
  const [step, setStep] = useState<"choose" | "edit" | "deny">("choose");
  const [plan, setPlan] = useState(question.plan);
  const edited = plan === question.plan ? {} : { input: { plan } };
  return (
    <section className="approval" aria-label="A plan waits for your decision" data-waits="">
      <h2>Go ahead with this plan?</h2>
      {step === "edit" ? (
        <label className="answer-form">
          Plan
          <textarea rows={12} value={plan} onChange={(event) => setPlan(event.target.value)} />
        </label>
      ) : (
        <Markdown text={plan} />
      )}
      {step === "deny" ? (
        <DenyForm onCancel={() => setStep("choose")} onDeny={(deny) => onAnswer({ deny })} />
      ) : (
        <div className="choices">
          {question.modes.slice(0, 3).map((mode, at) => (
            <button
              key={mode}
              type="button"
              data-choice={at + 1}
              onClick={() => onAnswer({ allow: "once", mode: mode as Mode, ...edited })}
            >
              <kbd>{at + 1}</kbd>
              <span>{`Yes, and continue in ${mode}`}</span>
            </button>
          ))}
          <button type="button" data-choice="4" onClick={() => setStep("deny")}>
            <kbd>4</kbd>
            <span>No, and say what to change</span>
          </button>
          {step === "edit" ? undefined : (
            <button type="button" data-choice="e" onClick={() => setStep("edit")}>
              <kbd>e</kbd>
              <span>Edit the plan first</span>
            </button>
          )}
        </div>
      )}
    </section>
  );
}
