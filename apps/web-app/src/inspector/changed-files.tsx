import type { ReactNode } from "react";
import { FileDiffs, type FileDiff } from "../changes/file-diffs.tsx";
import { server } from "../state/server.ts";
import { useEndedRuns } from "../state/use-ended-runs.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

/** Files that the last run which changed some has changed. */
export function ChangedFiles({ session }: { readonly session: string }): ReactNode {
  const key = `${session} ${useEndedRuns()}`;
  const { value, problem } = useLoaded(key, (signal) => server.diffSession({ session }, { signal }));
  if (problem) return <ProblemBox problem={problem} />;
  if (!value) return <p className="empty">Loading …</p>;
  const { files = [] } = (value.diff ?? {}) as { readonly files?: readonly FileDiff[] };
  return files.length === 0 ? (
    <p className="empty">No files were changed.</p>
  ) : (
    <FileDiffs files={files} isNarrow />
  );
}
