import { rmSync } from "node:fs";
import type { Entry, EntryBody, EntryKind } from "../../packages/protocol/src/index.ts";
import { jsonlJournal, sqliteJournal, type SessionStore } from "../../packages/sessions/src/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const sizes = { long: 100_000, short: 1000 } as const;
const appends = 2000;
const rounds = 5;
const batch = 1000;

/** What a loop asks for of what a compaction hides. */
const landmarks: readonly EntryKind[] = [
  "settings",
  "context",
  "name",
  "compaction",
  "rewind",
  "queued",
  "user-message",
];

interface Times {
  readonly append: number;
  readonly open: number;
  readonly list: number;
  readonly resume: number;
}

/** A journal of 100,000 entries by one of 1,000, in each store: nothing that is done all the time may grow with it. */
export async function journal(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, make] of Object.entries({ sqlite: sqliteJournal, jsonl: jsonlJournal })) {
    const long = await timesOf(make, sizes.long);
    const short = await timesOf(make, sizes.short);
    const both = (what: string, which: keyof Times, aim?: number): Row => ({
      what: `${name}: ${what}, at 100,000 entries / at 1,000`,
      skein: milliseconds(long[which]),
      floor: milliseconds(short[which]),
      value: long[which] / short[which],
      ...(aim === undefined ? {} : { aim }),
    });
    rows.push(
      both("an append", "append", 1.2),
      both("opening and its last entry", "open", 2),
      both("its line in the list", "list"),
      both("what resuming reads", "resume"),
    );
  }
  rows.push(...(await manySessions()));
  return rows;
}

async function timesOf(make: (folder: string) => SessionStore, size: number): Promise<Times> {
  const folder = temporaryFolder();
  try {
    await using store = make(folder);
    await store.lease("s", "bench", 600_000);
    for (let from = 1; from <= size; from += batch)
      await store.append("s", from - 1, entriesFrom(from, size));
    const one: number[] = [];
    for (let count = 0; count < appends; count++) {
      const entry = entryAt(size + count + 1, size);
      const startedAt = performance.now();
      await store.append("s", size + count, [entry]);
      one.push(performance.now() - startedAt);
    }
    await store.close();
    const repeated = async (work: (fresh: SessionStore) => Promise<void>): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const startedAt = performance.now();
        await using fresh = make(folder);
        await work(fresh);
        if (round > 0) times.push(performance.now() - startedAt);
      }
      return median(times);
    };
    return {
      append: median(one),
      open: await repeated(async (fresh) => void (await fresh.lastSeq("s"))),
      list: await repeated(async (fresh) => void (await fresh.list())),
      resume: await repeated(resume),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What decides what is visible; the landmarks of what is hidden; then all from where the last compaction has kept entries. */
async function resume(store: SessionStore): Promise<void> {
  let from = 1;
  for await (const entry of store.read("s", 1, ["compaction", "rewind"]))
    if (entry.kind === "compaction") from = entry.firstKept;
  for await (const entry of store.read("s", 1, landmarks)) if (entry.seq >= from) break;
  let read = 0;
  for await (const _ of store.read("s", from)) read++;
  if (read < 100) throw new Error(`Only ${read} entries were read.`);
}

async function manySessions(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, make] of Object.entries({ sqlite: sqliteJournal, jsonl: jsonlJournal })) {
    const folder = temporaryFolder();
    try {
      await using store = make(folder);
      for (let session = 0; session < 1000; session++)
        await store.append(`s${session}`, 0, entriesFrom(1, 100));
      await store.close();
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now();
        await store.list();
        times.push(performance.now() - startedAt);
      }
      const ms = median(times);
      rows.push({
        what: `${name}: a list of 1,000 sessions (ms)`,
        skein: milliseconds(ms),
        floor: "",
        value: ms,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

function entriesFrom(from: number, size: number): Entry[] {
  return Array.from({ length: Math.min(batch, size - from + 1) }, (_, index) => entryAt(from + index, size));
}

/** As a session with a tool call in each turn has them: ten entries a turn, a message of the user every 500 entries. */
function entryAt(seq: number, size: number): Entry {
  return { v: 1, seq, at: 1_800_000_000_000 + seq, run: "run-1", ...bodyAt(seq, size) };
}

function bodyAt(seq: number, size: number): EntryBody {
  const request = seq - (seq % 10);
  if (seq === 1) return { kind: "session-start", id: "s", cwd: "/project", interaction: "chat" };
  if (seq === size - 300) {
    return { kind: "compaction", summary: "Earlier.", firstKept: size - 500, pinned: [], receipt: {} };
  }
  if (seq % 500 === 2)
    return { kind: "user-message", from: "user", content: [{ type: "text", text: "Go on." }] };
  const call = { provider: "p", model: "m" };
  switch (seq % 10) {
    case 0:
      return {
        kind: "model-request",
        purpose: "turn",
        ...call,
        options: {},
        requestHash: "",
      };
    case 1:
      return { kind: "model-result", request, attempts: 1, ...call, usage: { input: 9000 }, costUsd: 0.01 };
    case 2:
      return { kind: "assistant-message", request, content: [{ type: "text", text: "I look. ".repeat(30) }] };
    case 3:
      return { kind: "decision", callId: `c${request}`, verdict: "allow", by: "mode" };
    case 5: {
      const content = [{ type: "text", text: "a line of output\n".repeat(40) }] as const;
      return { kind: "tool-result", callId: `c${request}`, name: "shell", content, durationMs: 12 };
    }
    default:
      return { kind: "notice", audience: "user", level: "info", text: "On it." };
  }
}
