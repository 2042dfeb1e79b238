import type { Entry } from "@skein/client";
import { useState, type ReactNode } from "react";
import { server } from "../state/server.ts";
import { useEndedRuns } from "../state/use-ended-runs.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

const pageSize = 200;

/** The journal as it is. */
export function RawEvents({ session }: { readonly session: string }): ReactNode {
  const [from, setFrom] = useState(0);
  const key = `${session} ${from} ${useEndedRuns()}`;
  const { value, problem } = useLoaded(key, (signal) =>
    server.listEntries({ session, from, limit: pageSize }, { signal }),
  );
  if (problem) return <ProblemBox problem={problem} />;
  if (!value) return <p className="empty">Loading …</p>;
  return (
    <div className="entries">
      {value.entries.map((entry) => (
        <RawEntry key={entry.seq} entry={entry} />
      ))}
      <div className="form-keys">
        <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - pageSize))}>
          Earlier
        </button>
        <button type="button" disabled={!value.hasMore} onClick={() => setFrom(from + pageSize)}>
          Later
        </button>
      </div>
    </div>
  );
}

function RawEntry({ entry }: { readonly entry: Entry }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="entry-seq">{entry.seq}</span>
        {entry.kind}
      </summary>
      {isOpen ? (
        <pre className="call-text" tabIndex={0} role="region" aria-label={`Entry ${entry.seq}`}>
          {JSON.stringify(entry, undefined, 2)}
        </pre>
      ) : undefined}
    </details>
  );
}
