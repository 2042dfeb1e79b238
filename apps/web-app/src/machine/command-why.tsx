import { useState, type FormEvent, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";

interface Explained {
  readonly decision: string;
  readonly by: string;
  readonly reason?: string | null;
}

const words: Readonly<Record<string, string>> = {
  allow: "It would run",
  ask: "It would ask",
  deny: "It would be denied",
};

/** Why a command runs, asks or is denied. It is not run. */
export function CommandWhy({ cwd }: { readonly cwd: string }): ReactNode {
  const [command, setCommand] = useState("");
  const [explained, setExplained] = useState<Explained>();
  async function explain(event: FormEvent): Promise<void> {
    event.preventDefault();
    await attempt(async () => setExplained(await server.explainCommand({ cwd, command })));
  }
  return (
    <form className="card" onSubmit={(event) => void explain(event)}>
      <label>
        What would be decided of a command?
        <input
          required
          placeholder="git push origin main"
          value={command}
          onChange={(event) => setCommand(event.target.value)}
        />
      </label>
      <div className="form-keys">
        <button type="submit">Explain</button>
        <p role="status">
          {explained
            ? `${words[explained.decision] ?? explained.decision}, by ${explained.by}.${explained.reason ? ` ${explained.reason}` : ""}`
            : ""}
        </p>
      </div>
    </form>
  );
}
