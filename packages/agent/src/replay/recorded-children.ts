import { textOf, type Child, type Children, type Entry, type EntryOf } from "@skein/protocol";
import type { Pace } from "./pace.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** Recorded background subagents. They do nothing, but the run waits for them as it did. */
export interface RecordedChildren {
  /** Marks the subagents that the call started as running. */
  begin(callId: string, children: Children | undefined): Promise<void>;
  /** Marks a subagent as reported. */
  report(session: string): Promise<void>;
}

export function recordedChildren(run: RecordedRun, pace: Pace, isStopped: boolean): RecordedChildren {
  const { entries, outcome } = run;
  const ends = new Map<string, () => void>();

  function endInTime(child: Child, { session }: EntryOf<"child">): void {
    const queued = entries.find(
      (entry): entry is EntryOf<"queued"> => entry.kind === "queued" && entry.child === session,
    );
    const message = queued && { message: textOf(queued.content) };
    const end = () => child.end({ usage: {}, ...message });
    ends.set(session, end);
    child.signal.addEventListener("abort", end, { once: true });
    const place = entries.find((entry) => entry.kind === "user-message" && placesIt(entry, queued));
    // `report` comes first, unless the replay diverged.
    if (place) void pace.after([place]).then(end);
    else if (!outcome) pace.missing().catch(() => undefined);
    else if (!queued && !isStopped) end();
  }

  return {
    async begin(callId, children) {
      for (const entry of entries) {
        if (entry.kind !== "child" || entry.callId !== callId || !entry.background) continue;
        const { session, rights, background } = entry;
        const child = await children?.start({ session, rights, background });
        if (child) endInTime(child, entry);
      }
    },
    // One step later, like a user message, so that simultaneous messages keep their order.
    report: (session) => Promise.resolve().then(ends.get(session)),
  };
}

function placesIt(entry: Entry, queued: EntryOf<"queued"> | undefined): boolean {
  return entry.kind === "user-message" && queued !== undefined && entry.queued === queued.id;
}
