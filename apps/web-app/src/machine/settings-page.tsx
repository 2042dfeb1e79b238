import { useState, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";
import { useFolder } from "./folder-field.tsx";
import { SettingRow, type ListedSetting } from "./setting-row.tsx";

/** Settings that are in force in a folder, and where each comes from. */
export default function SettingsPage(): ReactNode {
  const [cwd, field] = useFolder();
  const [search, setSearch] = useState("");
  const [changes, setChanges] = useState(0);
  const { value, problem } = useLoaded(`${cwd} ${changes}`, async (signal) =>
    cwd === undefined ? undefined : server.showSettings({ cwd }, { signal }),
  );
  async function change(key: string, wanted: unknown): Promise<void> {
    await attempt(() => server.changeSetting({ key, value: wanted }));
    setChanges(changes + 1);
  }
  const words = search.toLowerCase();
  const settings = ((value?.settings ?? []) as readonly ListedSetting[]).filter(
    ({ key, description }) => key.toLowerCase().includes(words) || description.toLowerCase().includes(words),
  );
  return (
    <>
      <h1>Settings</h1>
      {field}
      <input
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {problem ? <ProblemBox problem={problem} /> : undefined}
      {value?.warnings.map((warning) => (
        <p key={warning} className="quiet-line" data-level="warning">
          {warning}
        </p>
      ))}
      {value && settings.length === 0 ? <p className="empty">Nothing found.</p> : undefined}
      <ul className="cards">
        {settings.map((setting) => (
          <SettingRow
            key={`${setting.key} ${changes}`}
            setting={setting}
            onChange={(wanted) => void change(setting.key, wanted)}
          />
        ))}
      </ul>
    </>
  );
}
