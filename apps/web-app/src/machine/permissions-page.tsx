import type { Verdict } from "@skein/protocol";
import { useState, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";
import { CommandWhy } from "./command-why.tsx";
import { useFolder } from "./folder-field.tsx";
import { RuleForm } from "./rule-form.tsx";

interface ListedRule {
  readonly decision: Verdict;
  readonly rule: string;
  readonly source: string | null;
  readonly reason: string | null;
}

interface Remembered {
  readonly tool: string;
  readonly input: unknown;
  readonly rules: readonly string[];
  readonly cwd: string | null;
}

type Change = Omit<Parameters<typeof server.changePermission>[0], "cwd">;

/** Rules and remembered answers that count in a folder, and what they would decide of a command. */
export default function PermissionsPage(): ReactNode {
  const [cwd, field] = useFolder();
  const [changes, setChanges] = useState(0);
  const { value, problem } = useLoaded(`${cwd} ${changes}`, async (signal) =>
    cwd === undefined ? undefined : server.listPermissions({ cwd }, { signal }),
  );
  async function change(wanted: Change): Promise<void> {
    if (cwd === undefined) return;
    await attempt(() => server.changePermission({ cwd, ...wanted }));
    setChanges(changes + 1);
  }
  return (
    <>
      <h1>Permissions</h1>
      {field}
      {problem ? <ProblemBox problem={problem} /> : undefined}
      {value ? <p className="facts">{`Permission mode: ${value.mode}`}</p> : undefined}
      {cwd === undefined ? undefined : <CommandWhy cwd={cwd} />}
      <h2>Rules</h2>
      <RuleForm onAdd={(rule, decision) => void change({ change: "add", rule, decision })} />
      <ul className="rules">
        {((value?.rules ?? []) as readonly ListedRule[]).map(({ decision, rule, source, reason }, at) => (
          <li key={at}>
            <span data-decision={decision}>{decision}</span>
            <code>{rule}</code>
            <small>{[source, reason].filter(Boolean).join(" · ")}</small>
            <button type="button" className="quiet" onClick={() => void change({ change: "remove", rule })}>
              {"Remove"}
              <span className="visually-hidden">{` ${rule}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {value?.rules.length === 0 ? (
        <p className="empty">No rules: the permission mode decides.</p>
      ) : undefined}
      <h2>Remembered answers</h2>
      <ul className="rules">
        {((value?.remembered ?? []) as readonly Remembered[]).map(({ tool, input, rules, cwd: of }, at) => (
          <li key={at}>
            <span data-decision="allow">allow</span>
            <code>{[tool, ...(rules.length > 0 ? rules : [JSON.stringify(input)])].join(" ")}</code>
            <small>{of ?? "everywhere"}</small>
            <button
              type="button"
              className="quiet"
              onClick={() => void change({ change: "forget", rule: tool, ...(of !== null && { of }) })}
            >
              {"Forget"}
              <span className="visually-hidden">{` ${tool}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {value?.remembered.length === 0 ? <p className="empty">No answer was given for always.</p> : undefined}
    </>
  );
}
