import type { Entry } from "@skein/protocol";
import type { OpenAgent } from "@skein/runtime";
import { compactionReport, type CompactionReport } from "../compaction-report.ts";
import type { CompactOptions } from "./live-session.ts";

/** Compacts a session whose agent is open. @param journal - its entries from a sequence number on. */
export async function compactSession(
  { agent }: Pick<OpenAgent, "agent">,
  journal: (from?: number) => Promise<readonly Entry[]>,
  { wish, signal, tell }: CompactOptions,
): Promise<CompactionReport> {
  const before = (await journal()).at(-1)?.seq ?? 0;
  const compacted = await agent
    .compact({
      ...(wish === undefined ? {} : { wish }),
      ...(signal ? { signal } : {}),
      ...(tell ? { tell } : {}),
    })
    .catch((error: unknown) => {
      if (!signal?.aborted) throw error;
      return { changed: false, notices: ["Interrupted: the conversation stays as it was."] };
    });
  return compactionReport(compacted, await journal(before + 1));
}
