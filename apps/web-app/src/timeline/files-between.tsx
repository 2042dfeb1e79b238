import type { ReactNode } from "react";
import { FileDiffs, type FileDiff } from "../changes/file-diffs.tsx";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

interface FilesBetweenProps {
  readonly session: string;
  /** Entries. */
  readonly from: number;
  readonly to: number;
}

/** How the files differ between two points of the session. */
export function FilesBetween({ session, from, to }: FilesBetweenProps): ReactNode {
  const { value, problem } = useLoaded(`${session} ${from} ${to}`, (signal) =>
    server.diffSession({ session, from, to }, { signal }),
  );
  if (problem) return <ProblemBox problem={problem} />;
  if (!value) return <p className="empty">Loading …</p>;
  const { files = [] } = (value.diff ?? {}) as { readonly files?: readonly FileDiff[] };
  return files.length === 0 ? <p className="facts">No files differ.</p> : <FileDiffs files={files} />;
}
