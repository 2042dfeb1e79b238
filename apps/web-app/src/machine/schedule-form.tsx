import { permissionModeNames, type PermissionMode } from "@skein/protocol";
import { useState, type FormEvent, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { FieldInput } from "../ui/field-input.tsx";
import type { FormField } from "../ui/form-field.ts";
import { FormKeys } from "../ui/form-keys.tsx";
import { useFolder } from "./folder-field.tsx";

const common = { choices: [], isRequired: true } as const;

const fields: readonly FormField[] = [
  { ...common, name: "name", label: "Name", about: "Letters, digits and - _ .", kind: "text" },
  {
    ...common,
    name: "cron",
    label: "When",
    about: "Minute, hour, day, month, day of the week: 0 9 * * 1-5 is 9:00 on working days.",
    kind: "text",
  },
  { ...common, name: "text", label: "Task", kind: "long-text" },
  {
    ...common,
    name: "mode",
    label: "Permission mode",
    about: "No one is there to answer: a mode that asks ends the run at its first question.",
    kind: "choice",
    choices: permissionModeNames,
  },
  { ...common, name: "maxCostUsd", label: "Limit of a run in dollars", kind: "number", isRequired: false },
];

interface ScheduleFormProps {
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

/** Has a task done at set times. */
export function ScheduleForm({ onAdded, onCancel }: ScheduleFormProps): ReactNode {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ mode: "auto" });
  const [isSent, setSent] = useState(false);
  const [cwd, folderField] = useFolder();
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (cwd === undefined) return;
    const { name = "", cron = "", text = "", mode = "auto", maxCostUsd = "" } = values;
    setSent(true);
    const isAdded = await attempt(() =>
      server.addSchedule({
        name: name.trim(),
        cron: cron.trim(),
        text,
        cwd,
        mode: mode as PermissionMode,
        tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(maxCostUsd === "" ? {} : { maxCostUsd: Number(maxCostUsd) }),
      }),
    );
    setSent(false);
    if (isAdded) onAdded();
  }
  return (
    <form className="answer-form card" aria-label="New schedule" onSubmit={(event) => void add(event)}>
      {folderField}
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <FormKeys
        submit="Add schedule"
        isDisabled={isSent || cwd === undefined}
        cancel="Cancel"
        onCancel={onCancel}
      />
    </form>
  );
}
