import type { AgentParts } from "@skein/agent";
import type { SharedPlace } from "@skein/checkpoints";
import { memoryJournal, type Checkpoints, type JournalStore } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import { ensurePrivateFolder } from "@skein/settings";
import type { AgentSettings } from "../agent-settings.ts";
import { beforeCalls, withoutCheckpoints } from "../checkpoints/before-calls.ts";
import type { ChangedBy } from "../checkpoints/files-changed-since.ts";
import { collectSnapshots, collectWeekly } from "../checkpoints/collect-snapshots.ts";
import { callFolder } from "../sessions/call-folder.ts";
import { removingCallFolders } from "../sessions/remove-call-folders.ts";
import { newSessionId } from "../sessions/session-id.ts";
import type { SessionStores } from "../sessions/stores.ts";
import type { Lineage } from "../subagents/lineage.ts";
import type { AgentTelemetry } from "../telemetry/agent-telemetry.ts";
import type { AgentSources } from "./agent-sources.ts";

/** Where a session is stored: journal, checkpoints, call folders; and the redactor for all of it. */
export interface SessionStorage {
  readonly session: string;
  readonly journal: JournalStore;
  readonly redactor: GrowingRedactor;
  readonly parts: Pick<AgentParts, "checkpoints" | "callFolder">;
  /** Without checkpoints: nothing is known. */
  readonly changedBy: ChangedBy;
}

export async function openSessionStorage(
  { stores, redactor, telemetry }: AgentSources,
  settings: AgentSettings,
  lineage: Lineage | undefined,
): Promise<SessionStorage> {
  const isKept = settings.keep !== "memory";
  if (isKept) await ensurePrivateFolder(stores.folder);
  const session = settings.session ?? newSessionId(new Date(), Math.random);
  const checkpoints = isKept ? checkpointsIn(stores, settings, session) : undefined;
  const agent = lineage?.type ?? settings.recipe;
  telemetry?.introduce({ session, agent, startedBy: lineage?.startedBy });
  return {
    session,
    journal: lineage?.journal ?? (await rootJournal(isKept ? stores : undefined, telemetry)),
    redactor: lineage?.redactor ?? (await redactor(settings.cwd, isKept ? "disk" : "memory")),
    parts: {
      ...(checkpoints ? { checkpoints } : {}),
      ...(isKept ? { callFolder: (of, callId) => callFolder(stores.folder, of, callId) } : {}),
    },
    changedBy: checkpoints?.changedBy ?? (async () => []),
  };
}

/** Of the root agent, which its subagents share. */
async function rootJournal(
  stores: SessionStores | undefined,
  telemetry: AgentTelemetry | undefined,
): Promise<JournalStore> {
  const journal = stores ? removingCallFolders(stores.journals, stores.folder) : memoryJournal();
  return telemetry ? telemetry.journal(journal) : journal;
}

/** Deletes unused snapshots once a week, with the first checkpoint of a process. */
function checkpointsIn(
  { journals, checkpoints, checkpointFolder }: SessionStores,
  { cwd, warn, checkpoints: wanted, movesFrom: base }: AgentSettings,
  session: string,
): Checkpoints & { readonly changedBy?: ChangedBy } {
  if (wanted === false) return withoutCheckpoints(cwd);
  let opened: ReturnType<typeof checkpoints> | undefined;
  async function open() {
    const store = await checkpoints();
    await ensurePrivateFolder(checkpointFolder);
    collectWeekly(checkpointFolder, () => collectSnapshots(journals, store)).catch(() => undefined);
    return store;
  }
  const place = base === undefined ? undefined : sharedPlace(journals, session, base);
  const share = place && (async (id: string) => (await (opened ??= open())).publish(id, place));
  return beforeCalls(() => (opened ??= open()), { cwd, say: warn, isRequired: wanted === "required", share });
}

function sharedPlace(journals: JournalStore, session: string, base: string): SharedPlace {
  return { base, published: new Set(), put: (bytes) => journals.putBlob(session, bytes) };
}
