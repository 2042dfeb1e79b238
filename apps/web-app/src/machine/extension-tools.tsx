import type { ReactNode } from "react";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

interface ShownTool {
  readonly name: string;
  readonly description?: string;
}

/** The tools of an extension, which is started for it. */
export function ExtensionTools({ cwd, name }: { readonly cwd: string; readonly name: string }): ReactNode {
  const { value, problem } = useLoaded(`${cwd} ${name}`, (signal) =>
    server.showExtension({ cwd, name }, { signal }),
  );
  if (problem) return <ProblemBox problem={problem} />;
  if (!value) return <p className="empty">It is started …</p>;
  const tools = Array.isArray(value["tools"]) ? (value["tools"] as readonly ShownTool[]) : [];
  if (tools.length === 0) return <p className="empty">It has no tools.</p>;
  return (
    <dl className="tools">
      {tools.map((tool) => (
        <div key={tool.name}>
          <dt>
            <code>{tool.name}</code>
          </dt>
          <dd>{tool.description}</dd>
        </div>
      ))}
    </dl>
  );
}
