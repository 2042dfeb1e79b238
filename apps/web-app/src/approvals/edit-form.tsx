import { useState, type ReactNode } from "react";
import { commandOf } from "../conversation/call-input.ts";
import { editedInput, type ApprovalQuestion } from "./choices.ts";
import { FormKeys } from "../ui/form-keys.tsx";

interface EditFormProps {
  readonly input: ApprovalQuestion["input"];
  readonly onAllow: (input: unknown) => void;
  readonly onCancel: () => void;
}

/** The input of a call, to be changed before it is allowed: a command as a text, anything else as JSON. */
export function EditForm({ input, onAllow, onCancel }: EditFormProps): ReactNode {
  const command = commandOf(input);
  const [text, setText] = useState(command ?? JSON.stringify(input, undefined, 2));
  const edited =
    command === undefined ? editedInput(text) : { input: { ...(input as object), command: text } };
  return (
    <form
      className="answer-form"
      onSubmit={(event) => {
        event.preventDefault();
        if ("input" in edited) onAllow(edited.input);
      }}
    >
      <label>
        {command === undefined ? "Input, as JSON" : "Command"}
        <textarea
          autoFocus
          spellCheck={false}
          rows={Math.min(12, text.split("\n").length + 1)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {"problem" in edited ? <p role="alert">{`This is not JSON: ${edited.problem}`}</p> : undefined}
      <FormKeys
        submit="Allow once, as edited"
        isDisabled={"problem" in edited}
        cancel="Back"
        onCancel={onCancel}
      />
    </form>
  );
}
