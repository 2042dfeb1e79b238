import { permissionModeNames, type PermissionMode } from "@skein/protocol";
import { useState, type FormEvent, type ReactNode } from "react";
import { hashOf } from "../state/route.ts";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { useStore } from "../state/store.ts";
import { knownFolders } from "./known-folders.ts";
import { sessionList } from "./listed.ts";

const firstTasks = [
  "Explain what this project does and how it is built",
  "Run the tests, and fix the first one that fails",
  "Review my uncommitted changes",
];

/** Where a session begins: a folder, what to do, and three first tasks to click. */
export function NewSession(): ReactNode {
  const folders = knownFolders(useStore(sessionList).lines);
  const [folder, setFolder] = useState<string>();
  const [mode, setMode] = useState<PermissionMode | "">("");
  const [text, setText] = useState("");
  const [isStarting, setStarting] = useState(false);
  const cwd = folder ?? folders[0] ?? "";

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    setStarting(true);
    await attempt(async () => {
      const { session } = await server.createSession({ cwd, ...(mode !== "" && { mode }) });
      if (text.trim() !== "") await server.sendMessage({ session, input: text.trim() });
      location.hash = hashOf({ page: "session", session });
    });
    setStarting(false);
  }

  return (
    <div className="conversation">
      <form className="column new-session" onSubmit={(event) => void start(event)}>
        <h1>What shall be done?</h1>
        <label>
          Folder
          <input
            required
            list="folders"
            placeholder="/home/me/project"
            pattern="/.*"
            title="An absolute path"
            value={cwd}
            onChange={(event) => setFolder(event.target.value)}
          />
          <datalist id="folders">
            {folders.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
        <label>
          Task
          <textarea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <ul className="first-tasks" aria-label="First tasks">
          {firstTasks.map((task) => (
            <li key={task}>
              <button type="button" onClick={() => setText(task)}>
                {task}
              </button>
            </li>
          ))}
        </ul>
        <div className="form-keys">
          <select
            aria-label="Permission mode"
            value={mode}
            onChange={(event) => setMode(event.target.value as PermissionMode)}
          >
            <option value="">Mode of the settings</option>
            {permissionModeNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <button type="submit" className="primary" disabled={isStarting || cwd === ""}>
            Start
          </button>
        </div>
      </form>
    </div>
  );
}
