import { useState, type ReactNode } from "react";
import { DiffView } from "../changes/diff-view.tsx";
import { server } from "../state/server.ts";
import { useSessionPart } from "../state/current-session.tsx";
import { useEndedRuns } from "../state/use-ended-runs.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

interface FileDiff {
  readonly path: string;
  readonly text?: { readonly added: number; readonly removed: number; readonly patch: string };
  readonly reason?: string;
}

/** Files that the last run which changed some has changed. */
export function ChangedFiles({ session }: { readonly session: string }): ReactNode {
  const key = `${session} ${useEndedRuns()}`;
  const folder = useSessionPart(({ view }) => view.facts.cwd ?? "");
  const { value, problem } = useLoaded(key, (signal) => server.diffSession({ session }, { signal }));
  if (problem) return <ProblemBox problem={problem} />;
  if (!value) return <p className="empty">Loading …</p>;
  const cwd = `${folder}/`;
  const files = (value.diff as { readonly files: readonly FileDiff[] } | null)?.files ?? [];
  if (files.length === 0) return <p className="empty">No files were changed.</p>;
  return (
    <ul className="files">
      {files.map((file) => (
        <ChangedFile key={file.path} file={file} name={file.path.replace(cwd, "")} />
      ))}
    </ul>
  );
}

interface ChangedFileProps {
  readonly file: FileDiff;
  /** From the folder of the session. */
  readonly name: string;
}

function ChangedFile({ file, name }: ChangedFileProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { text, reason } = file;
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="file-path">{name}</span>
          <span className="call-fact">{text ? `+${text.added} −${text.removed}` : (reason ?? "")}</span>
        </summary>
        {isOpen && text ? <DiffView diff={text.patch} name={name} /> : undefined}
      </details>
    </li>
  );
}
