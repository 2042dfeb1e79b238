import { useState, type ReactNode } from "react";
import { knownFolders } from "../sessions/known-folders.ts";
import { sessionList } from "../sessions/listed.ts";
import { useStore } from "../state/store.ts";

/** The folder whose settings hold: one of those that have sessions, the last one first. */
export function useFolder(): readonly [string | undefined, ReactNode] {
  const folders = knownFolders(useStore(sessionList).lines);
  const [chosen, setChosen] = useState<string>();
  const folder = chosen ?? folders[0];
  const field = (
    <label className="folder-field">
      Folder
      <select value={folder ?? ""} onChange={(event) => setChosen(event.target.value)}>
        {folders.length === 0 ? <option value="">No session yet</option> : undefined}
        {folders.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
  return [folder, field];
}
