import { useState, type ReactNode } from "react";
import { useSessionFolder } from "../state/current-session.tsx";
import { DiffView } from "./diff-view.tsx";

/** A file that differs. */
export interface FileDiff {
  readonly path: string;
  readonly text?: { readonly added: number; readonly removed: number; readonly patch: string };
  /** Why there is no text. */
  readonly reason?: string;
}

interface FileDiffsProps {
  readonly files: readonly FileDiff[];
  /** They stand in a narrow pane. */
  readonly isNarrow?: boolean;
}

/** Files with how much of them differs; each opens to its difference. */
export function FileDiffs({ files, isNarrow = false }: FileDiffsProps): ReactNode {
  const folder = `${useSessionFolder() ?? ""}/`;
  return (
    <ul className="files">
      {files.map((file) => (
        <OneFile key={file.path} file={file} name={file.path.replace(folder, "")} isNarrow={isNarrow} />
      ))}
    </ul>
  );
}

interface OneFileProps {
  readonly file: FileDiff;
  readonly name: string;
  readonly isNarrow: boolean;
}

function OneFile({ file, name, isNarrow }: OneFileProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { text, reason = "" } = file;
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="file-path">{name}</span>
          <span className="call-fact">{text ? `+${text.added} −${text.removed}` : reason}</span>
        </summary>
        {isOpen && text ? <DiffView diff={text.patch} name={name} isNarrow={isNarrow} /> : undefined}
      </details>
    </li>
  );
}
