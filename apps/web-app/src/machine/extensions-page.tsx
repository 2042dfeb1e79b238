import { counted } from "@skein/protocol";
import { useState, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";
import { ExtensionLogin } from "./extension-login.tsx";
import { ExtensionTools } from "./extension-tools.tsx";
import { useFolder } from "./folder-field.tsx";

interface ListedExtension {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly source?: string;
  readonly place?: string;
  readonly acceptedTools?: number | null;
  readonly problem?: string;
}

/** Extensions of a folder's settings: what they are, and a switch for each. */
export default function ExtensionsPage(): ReactNode {
  const [cwd, field] = useFolder();
  const [changes, setChanges] = useState(0);
  const { value, problem } = useLoaded(`${cwd} ${changes}`, async (signal) =>
    cwd === undefined ? [] : (await server.listExtensions({ cwd }, { signal })).extensions,
  );
  async function change(name: string, wanted: "enable" | "disable" | "remove"): Promise<void> {
    if (cwd === undefined) return;
    await attempt(() => server.changeExtension({ name, cwd, change: wanted }));
    setChanges(changes + 1);
  }
  const extensions = (value ?? []) as readonly ListedExtension[];
  return (
    <>
      <h1>Extensions</h1>
      {field}
      {problem ? <ProblemBox problem={problem} /> : undefined}
      {value && extensions.length === 0 ? (
        <p className="empty">The settings of this folder name no extensions besides the built-in ones.</p>
      ) : undefined}
      <ul className="cards">
        {extensions.map((extension) => (
          <ExtensionCard
            key={extension.name}
            cwd={cwd ?? ""}
            extension={extension}
            onChange={(wanted) => void change(extension.name, wanted)}
          />
        ))}
      </ul>
    </>
  );
}

interface ExtensionCardProps {
  readonly cwd: string;
  readonly extension: ListedExtension;
  readonly onChange: (change: "enable" | "disable" | "remove") => void;
}

function ExtensionCard({ cwd, extension, onChange }: ExtensionCardProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { name, isEnabled, source, place, acceptedTools, problem } = extension;
  const tools = acceptedTools == null ? "never started" : counted(acceptedTools, "tool");
  return (
    <li className="card">
      <h2>{name}</h2>
      <p className="facts">{[isEnabled ? "on" : "off", tools, place].filter(Boolean).join(" · ")}</p>
      <code className="card-source">{source}</code>
      {problem === undefined ? undefined : <p role="note">{problem}</p>}
      <div className="form-keys">
        <button type="button" onClick={() => onChange(isEnabled ? "disable" : "enable")}>
          {isEnabled ? `Switch ${name} off` : `Switch ${name} on`}
        </button>
        <button type="button" className="quiet" onClick={() => onChange("remove")}>
          {`Remove ${name}`}
        </button>
        {source?.startsWith("http") ? <ExtensionLogin cwd={cwd} name={name} /> : undefined}
      </div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Tools</summary>
        {isOpen ? <ExtensionTools cwd={cwd} name={name} /> : undefined}
      </details>
    </li>
  );
}
