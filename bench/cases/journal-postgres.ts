import { rmSync } from "node:fs";
import type { Entry } from "../../packages/protocol/src/index.ts";
import { openPostgresJournal } from "../../packages/journal-postgres/src/index.ts";
import { sqliteJournal, type SessionStore } from "../../packages/sessions/src/index.ts";
import { postgresPrograms, startPostgres } from "../../packages/test-kit/src/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const appends = 500;
const heard = 100;

/** Postgres on this machine by its Unix socket, against SQLite where each append waits for the disk as well. */
export async function journalPostgres(): Promise<readonly Row[]> {
  if (postgresPrograms() === undefined) return [];
  const folder = temporaryFolder();
  try {
    await using server = await startPostgres();
    await using postgres = await openPostgresJournal({ url: server.url });
    await using reader = await openPostgresJournal({ url: server.url });
    await using sqlite = sqliteJournal(folder);
    const [one, other] = [await appendTime(postgres), await appendTime(sqlite)];
    const latency = await followTime(postgres, reader);
    return [
      {
        what: "postgres: an append that waits for the disk / sqlite",
        skein: milliseconds(one),
        floor: milliseconds(other),
        value: one / other,
      },
      {
        what: "postgres: an append until a follower elsewhere has it (ms)",
        skein: milliseconds(latency),
        floor: "",
        value: latency,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function appendTime(store: SessionStore): Promise<number> {
  const lease = await store.lease("s", "bench", 600_000);
  const times: number[] = [];
  for (let seq = 1; seq <= appends; seq++) {
    const startedAt = performance.now();
    await store.append("s", seq - 1, [intent(seq)]);
    times.push(performance.now() - startedAt);
  }
  await lease.release();
  return median(times);
}

async function followTime(writer: SessionStore, reader: SessionStore): Promise<number> {
  const stop = new AbortController();
  const times: number[] = [];
  let startedAt = 0;
  let seq = appends;
  const append = async (): Promise<void> => {
    startedAt = performance.now();
    await writer.append("s", seq, [intent(++seq)]);
  };
  // The first one may come by polling: whether notifications arrive is still being tried.
  setTimeout(() => void append(), 500);
  for await (const _ of reader.subscribe("s", appends + 1, stop.signal)) {
    times.push(performance.now() - startedAt);
    if (times.length === heard) stop.abort();
    else setTimeout(() => void append(), 5);
  }
  return median(times.slice(1));
}

function intent(seq: number): Entry {
  const call = {
    callId: `c${seq}`,
    tool: "shell",
    extension: "developer",
    effect: "runs",
    repeat: "once",
  } as const;
  return {
    v: 1,
    seq,
    at: 1_800_000_000_000 + seq,
    run: "r",
    kind: "tool-intent",
    ...call,
    input: { command: "true" },
  };
}
