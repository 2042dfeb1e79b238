import type { ReactNode } from "react";
import type { FormField } from "./form-field.ts";

interface FieldInputProps {
  readonly field: FormField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One field of a form, with its label and what it is about. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { field } = props;
  return (
    <label className={field.kind === "yes-no" ? "option" : undefined}>
      <span>
        {field.label}
        {field.isRequired ? "" : <small> optional</small>}
      </span>
      {field.about === undefined ? undefined : <small className="about">{field.about}</small>}
      <Control {...props} />
    </label>
  );
}

function Control({ field, value, onChange }: FieldInputProps): ReactNode {
  const { name, isRequired: required } = field;
  switch (field.kind) {
    case "yes-no":
      return (
        <input
          type="checkbox"
          name={name}
          checked={value === "true"}
          onChange={(event) => onChange(String(event.target.checked))}
        />
      );
    case "choice":
      return (
        <select
          name={name}
          value={value}
          required={required}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="" disabled={required}>
            {"–"}
          </option>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case "long-text":
      return (
        <textarea
          name={name}
          rows={4}
          value={value}
          required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "number":
    case "text":
      return (
        <input
          name={name}
          type={field.kind}
          value={value}
          required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
