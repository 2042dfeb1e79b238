import { textOf, type Child, type Children, type Entry, type EntryOf } from "@skein/protocol";
import type { Pace } from "./pace.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** Subagents that worked in the background. They do nothing again, but the run waits for them as it did. */
export interface RecordedChildren {
  /** Those that the call had started are at work from now on. */
  begin(callId: string, children: Children | undefined): Promise<void>;
  /** Its report has come. */
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
    // `report` comes first, unless the replay has gone another way.
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
    // One step later, as a message of a person is: what comes together keeps its order.
    report: (session) => Promise.resolve().then(ends.get(session)),
  };
}

function placesIt(entry: Entry, queued: EntryOf<"queued"> | undefined): boolean {
  return entry.kind === "user-message" && queued !== undefined && entry.queued === queued.id;
}
