import type { Answer } from "@skein/client";
import { useState, type ReactNode } from "react";
import { FieldInput } from "../ui/field-input.tsx";
import type { Question } from "./choices.ts";
import { elicitedFields, elicitedReply } from "./elicitation-fields.ts";
import { FormKeys } from "../ui/form-keys.tsx";

interface ElicitationFormProps {
  readonly question: Extract<Question, { readonly kind: "elicitation" }>;
  readonly onAnswer: (answer: Answer) => void;
}

/** Values that an extension asks for while one of its calls runs. */
export function ElicitationForm({ question, onAnswer }: ElicitationFormProps): ReactNode {
  const fields = elicitedFields(question.schema);
  const [given, setGiven] = useState(Object.fromEntries(fields.map(({ name, initial }) => [name, initial])));
  return (
    <form
      className="approval answer-form"
      data-waits=""
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ reply: elicitedReply(fields, given) });
      }}
    >
      <h2>{`${question.extension} asks`}</h2>
      <p>{question.message}</p>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={given[field.name] ?? ""}
          onChange={(value) => setGiven({ ...given, [field.name]: value })}
        />
      ))}
      <FormKeys submit="Answer" cancel="Decline" onCancel={() => onAnswer({ reply: null })} />
    </form>
  );
}
