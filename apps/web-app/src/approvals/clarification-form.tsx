import type { Answer } from "@skein/client";
import { useId, useState, type ReactNode } from "react";
import type { Question } from "./choices.ts";
import { FormKeys } from "../ui/form-keys.tsx";

type ClarificationQuestion = Extract<Question, { readonly kind: "clarification" }>;
type One = ClarificationQuestion["questions"][number];

interface ClarificationFormProps {
  readonly question: ClarificationQuestion;
  readonly onAnswer: (answer: Answer) => void;
}

/** Questions of the model: one of the options, several, or a text of one's own. */
export function ClarificationForm({ question, onAnswer }: ClarificationFormProps): ReactNode {
  const { questions } = question;
  const [given, setGiven] = useState<readonly (readonly string[])[]>(questions.map(() => []));
  const isComplete = given.every((answers) => answers.some((text) => text.trim() !== ""));
  const set = (at: number, answers: readonly string[]) => setGiven(given.with(at, answers));
  return (
    <form
      className="approval answer-form"
      data-waits=""
      onSubmit={(event) => {
        event.preventDefault();
        const answers = questions.map((one, at) => (one.multiple ? given[at] : (given[at]?.at(-1) ?? "")));
        onAnswer({ reply: { answers } });
      }}
    >
      {questions.map((one, at) => (
        <OneQuestion key={at} asked={one} given={given[at] ?? []} onChange={(answers) => set(at, answers)} />
      ))}
      <FormKeys
        submit="Answer"
        isDisabled={!isComplete}
        cancel="Decline"
        onCancel={() => onAnswer({ reply: null })}
      />
    </form>
  );
}

interface OneQuestionProps {
  readonly asked: One;
  readonly given: readonly string[];
  readonly onChange: (answers: readonly string[]) => void;
}

function OneQuestion({ asked, given, onChange }: OneQuestionProps): ReactNode {
  const name = useId();
  const options = asked.options ?? [];
  const own = given.find((text) => !options.includes(text)) ?? "";
  const chosen = given.filter((text) => options.includes(text));
  function choose(option: string, isOn: boolean): void {
    if (!asked.multiple) return onChange([option]);
    onChange(isOn ? [...given, option] : given.filter((text) => text !== option));
  }
  return (
    <fieldset>
      <legend>{asked.question}</legend>
      {options.map((option) => (
        <label key={option} className="option">
          <input
            type={asked.multiple ? "checkbox" : "radio"}
            name={name}
            checked={chosen.includes(option)}
            onChange={(event) => choose(option, event.target.checked)}
          />
          {option}
        </label>
      ))}
      <label>
        {options.length === 0 ? <span className="visually-hidden">Answer</span> : "Something else"}
        <input
          value={own}
          onChange={({ target: { value } }) =>
            onChange([...(asked.multiple ? chosen : []), ...(value === "" ? [] : [value])])
          }
        />
      </label>
    </fieldset>
  );
}
