import { permissionModeNames, type PermissionMode, efforts } from "@skein/protocol";
import { useState, type ReactNode } from "react";
import { useSessionFolder, useSessionPart } from "../state/current-session.tsx";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import type { EffortChoice } from "../ui/efforts.ts";

/** Permission mode, model and effort, as small selects. Models are listed when one looks for them. */
export function SessionSelects({ session }: { readonly session: string }): ReactNode {
  const mode = useSessionPart(({ view }) => view.facts.mode) ?? "";
  const provider = useSessionPart(({ view }) => view.facts.provider) ?? "";
  const model = useSessionPart(({ view }) => view.facts.model) ?? "";
  const effort: EffortChoice = useSessionPart(({ view }) => view.facts.effort) ?? "default";
  const cwd = useSessionFolder();
  const [models, setModels] = useState<readonly string[]>([]);
  function load(): void {
    if (cwd === undefined || models.length > 0) return;
    server.listModels({ cwd, ...(provider && { provider }) }).then(
      (listed) => setModels(listed.models.map(({ id }) => id)),
      () => undefined, // the one that answers stays in the list
    );
  }
  return (
    <>
      <select
        aria-label="Permission mode"
        value={mode}
        onChange={({ target: { value } }) =>
          void attempt(() => server.setMode({ session, mode: value as PermissionMode }))
        }
      >
        {mode === "" ? <option value="">Mode</option> : undefined}
        {permissionModeNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Model"
        value={model}
        onFocus={load}
        onPointerDown={load}
        onChange={({ target: { value } }) =>
          void attempt(() => server.setModel({ session, provider, model: value }))
        }
      >
        {models.includes(model) ? undefined : <option value={model}>{model || "Model"}</option>}
        {models.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </select>
      <select
        aria-label="Effort"
        value={effort}
        onChange={({ target: { value } }) =>
          void attempt(() => server.setEffort({ session, effort: value as EffortChoice }))
        }
      >
        <option value="default">Default effort</option>
        {efforts.map((name) => (
          <option key={name} value={name}>{`Effort: ${name}`}</option>
        ))}
      </select>
    </>
  );
}
