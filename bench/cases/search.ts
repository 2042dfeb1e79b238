import { globSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entry, EntryBody } from "../../packages/protocol/src/index.ts";
import { sqliteJournal } from "../../packages/sessions/src/index.ts";
import { openSearch, type SessionSearch } from "../../packages/sessions/src/search/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const perSession = 1000;
const sizes = { small: 1_000, large: 100_000 };
const rounds = 9;
const queries = [
  "transcript",
  "session store",
  '"export function"',
  "createTranscript",
  "src/index.ts",
  "err*",
];

interface Figures {
  readonly indexMs: number;
  readonly searchMs: number;
  readonly updateMs: number;
  readonly peakMb: number;
  readonly textMb: number;
  readonly fileMb: number;
}

/** Finding in 100,000 entries by finding in 1,000: the text is cut from this repository's own sources. */
export async function search(): Promise<readonly Row[]> {
  const source = sourceText();
  const small = await measured(sizes.small, source);
  const large = await measured(sizes.large, source);
  const row = (what: string, figure: "searchMs" | "updateMs"): Row => ({
    what: `${what}, 100,000 entries / 1,000`,
    skein: milliseconds(large[figure]),
    floor: milliseconds(small[figure]),
    value: large[figure] / small[figure],
  });
  return [
    row("a search", "searchMs"),
    row("the index after 10 new entries", "updateMs"),
    {
      what: "the index of 100,000 entries, each / of 1,000",
      skein: milliseconds(large.indexMs / sizes.large),
      floor: milliseconds(small.indexMs / sizes.small),
      value: large.indexMs / sizes.large / (small.indexMs / sizes.small),
    },
    {
      what: "its file / the text",
      skein: `${large.fileMb.toFixed(0)} MB`,
      floor: `${large.textMb.toFixed(0)} MB`,
      value: large.fileMb / large.textMb,
    },
    {
      what: "memory that indexing takes (MB)",
      skein: `${large.peakMb.toFixed(0)} MB`,
      floor: `${small.peakMb.toFixed(0)} MB`,
      value: large.peakMb,
    },
  ];
}

async function measured(count: number, source: string): Promise<Figures> {
  const folder = temporaryFolder();
  try {
    await using journal = sqliteJournal(join(folder, "sessions"));
    const sessions = Array.from({ length: count / perSession }, (_, index) => `s${index}`);
    let textMb = 0;
    for (const [index, session] of sessions.entries()) {
      const entries = someEntries(source, index * perSession, 1, perSession);
      textMb += Buffer.byteLength(JSON.stringify(entries)) / 1e6;
      await journal.append(session, 0, entries);
    }
    const path = join(folder, "search.db");
    using index = openSearch(path);
    const before = process.memoryUsage().rss;
    const indexMs = await timed(() => index.update(journal, sessions));
    const peakMb = (process.memoryUsage().rss - before) / 1e6;
    const updates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = perSession + 1 + round * 10;
      await journal.append("s0", from - 1, someEntries(source, count + round, from, 10));
      updates.push(await timed(() => index.update(journal, sessions)));
    }
    const fileMb = statSync(path).size / 1e6;
    return { indexMs, searchMs: searchTime(index), updateMs: median(updates), peakMb, textMb, fileMb };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function searchTime(index: SessionSearch): number {
  const times = queries.flatMap((query) =>
    Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      index.search(query);
      return performance.now() - startedAt;
    }),
  );
  return median(times);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function sourceText(): string {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = globSync(["packages/*/src/**/*.ts", "*.md"], { cwd: root });
  return files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
}

/** Half of them questions and answers, half results of tools, from other places of the text each. */
function someEntries(source: string, start: number, from: number, count: number): Entry[] {
  return Array.from({ length: count }, (_, index): Entry => {
    const at = ((start + index) * 7919) % source.length;
    const text = source.slice(at, at + 100 + ((index * 131) % 900));
    return { v: 1, seq: from + index, at: 1000 * (start + index), run: "r", ...body(index, text) };
  });
}

function body(index: number, text: string): EntryBody {
  const content = [{ type: "text" as const, text }];
  if (index % 4 === 0) return { kind: "user-message", from: "user", content };
  if (index % 4 === 1) return { kind: "assistant-message", request: 1, content };
  return { kind: "tool-result", callId: `c${index}`, name: "shell", content, durationMs: 1 };
}
