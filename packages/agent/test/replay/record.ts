import { memoryJournal, type Entry, type JournalStore } from "@skein/protocol";
import { createAgent, type Agent, type AgentParts } from "../../src/index.ts";
import { entriesOf } from "../tools.ts";
import { replaySession, type Replay, type SessionReplay } from "../../src/replay/index.ts";

/** A journal, and all that is needed to replay it. */
export interface Recording {
  readonly entries: readonly Entry[];
  readonly blob: (hash: string) => Promise<Uint8Array | undefined>;
}

/** Records what is done with an agent. */
export async function record(
  parts: AgentParts,
  work: (agent: Agent<unknown>) => Promise<unknown>,
  journal: JournalStore = memoryJournal(),
): Promise<Recording> {
  {
    await using agent = createAgent({ ...parts, journal, session: "s" });
    await work(agent);
  }
  return { entries: await entriesOf(journal), blob: (hash) => journal.blob("s", hash) };
}

export function replay(recording: Recording, more: Partial<SessionReplay> = {}): Promise<Replay> {
  return replaySession({ ...recording, ...more });
}

/** What a replay says when all is as it was. */
export function sameAs({ entries }: Recording) {
  const requests = entries.filter(
    (entry) => entry.kind === "model-request" && (entry.purpose === "turn" || entry.purpose === "title"),
  ).length;
  return { requests, equal: requests, differences: [], drift: [], unreplayable: [] };
}
