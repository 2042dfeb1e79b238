import { extractText, type Child, type Children, type Entry, type EntryOf } from "@skein/protocol";
import { reports } from "../run/nudges.ts";
import type { Pace } from "./pace.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** Recorded background subagents. They do nothing, but the run waits for them as it did. */
export interface RecordedChildren {
  /** Marks the subagents that the call started as running. */
  begin(callId: string, children: Children | undefined): Promise<void>;
  /**
   * Marks the background subagents of a call of an earlier run as running again. @returns false if the run did not resume
   * them.
   */
  resume(callId: string, children: Children | undefined): Promise<boolean>;
  /** Marks a subagent as reported. */
  report(session: string): Promise<void>;
}

/** @param journal - of the whole session, since this run may resume subagents of an earlier one. */
export function recordedChildren(
  run: RecordedRun,
  journal: readonly Entry[],
  { pace, isStopped }: { readonly pace: Pace; readonly isStopped: boolean },
): RecordedChildren {
  const { entries, outcome, start } = run;
  const ends = new Map<string, () => void>();

  function endInTime(child: Child, { session }: EntryOf<"child">): void {
    const queued = entries.find(
      (entry): entry is EntryOf<"queued"> => entry.kind === "queued" && entry.child === session,
    );
    const message = queued && { message: extractText(queued.content) };
    const needsInput = outcome?.waitsFor?.includes(session) ? outcome.error : undefined;
    const end = () => child.end({ usage: {}, ...message, ...(needsInput ? { needsInput } : {}) });
    ends.set(session, end);
    child.signal.addEventListener("abort", end, { once: true });
    const place = entries.find((entry) => entry.kind === "user-message" && placesIt(entry, queued));
    // `report` comes first, unless the replay diverged.
    if (place) void pace.after([place]).then(end);
    else if (!outcome) pace.missing().catch(() => undefined);
    else if (!queued && !isStopped) end();
  }

  async function begin(
    found: readonly Entry[],
    callId: string,
    children: Children | undefined,
  ): Promise<boolean> {
    let hasBegun = false;
    for (const entry of found) {
      if (entry.kind !== "child" || entry.callId !== callId || !entry.background) continue;
      const { session, rights, background } = entry;
      const child = await children?.start({ session, rights, background });
      if (child) endInTime(child, entry);
      hasBegun = true;
    }
    return hasBegun;
  }

  return {
    begin: async (callId, children) => void (await begin(entries, callId, children)),
    async resume(callId, children) {
      const before = journal.filter(({ seq }) => seq < start.seq);
      const isOver = before.some((entry) => entry.kind === "tool-result" && entry.callId === callId);
      const lost = new Set(entries.flatMap((entry) => (entry.kind === "queued" ? lostIn(entry) : [])));
      const own = before.filter((entry) => entry.kind !== "child" || !lost.has(entry.session));
      return isOver && begin(own, callId, children);
    },
    // One step later, like a user message, so that simultaneous messages keep their order.
    report: (session) => Promise.resolve().then(ends.get(session)),
  };
}

/** The subagent that was reported as lost. */
function lostIn({ child, content }: EntryOf<"queued">): readonly string[] {
  return child !== undefined && extractText(content) === reports.lost(child) ? [child] : [];
}

function placesIt(entry: Entry, queued: EntryOf<"queued"> | undefined): boolean {
  return entry.kind === "user-message" && queued !== undefined && entry.queued === queued.id;
}
