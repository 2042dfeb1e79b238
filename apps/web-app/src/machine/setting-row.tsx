import { useState, type ReactNode } from "react";
import { settingChoices, settingText, settingValue } from "./setting-value.ts";

export interface ListedSetting {
  readonly key: string;
  readonly description: string;
  readonly value: unknown;
  /** Where it comes from; `null`: its default. */
  readonly origin: string | null;
  readonly schema?: Readonly<Record<string, unknown>>;
}

interface SettingRowProps {
  readonly setting: ListedSetting;
  /** @param value - `null` removes it from the user's file. */
  readonly onChange: (value: unknown) => void;
}

/** A setting with its value, where it comes from, and a field that writes it into the user's own file. */
export function SettingRow({ setting, onChange }: SettingRowProps): ReactNode {
  const { key, description, value, origin, schema = {} } = setting;
  const [text, setText] = useState(settingText(value));
  const choices = settingChoices(schema);
  const wanted = settingValue(text, schema);
  const isChanged = text !== settingText(value);
  return (
    <li className="card setting">
      <label>
        <strong>{key}</strong>
        <span>{`${description}.`}</span>
        {choices.length > 0 ? (
          <select value={text} onChange={(event) => setText(event.target.value)}>
            <option value="">{"–"}</option>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : (
          <input value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </label>
      <div className="form-keys">
        <span className="facts spread">{origin === null ? "default" : `from ${origin}`}</span>
        {"problem" in wanted ? <span role="alert">{wanted.problem}</span> : undefined}
        {isChanged && "value" in wanted ? (
          <button type="button" className="primary" onClick={() => onChange(wanted.value)}>
            {wanted.value === null ? `Remove ${key}` : `Save ${key}`}
          </button>
        ) : undefined}
      </div>
    </li>
  );
}
