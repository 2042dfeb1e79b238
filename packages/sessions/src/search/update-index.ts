import { setImmediate } from "node:timers/promises";
import { messageOf, SkeinError, type Entry } from "@skein/protocol";
import type { SessionStore } from "../session-store.ts";
import { documentsOf, indexedKinds, type SearchDocument } from "./documents.ts";
import type { IndexFile } from "./index-file.ts";
import { rewoundRanges, type Rewind } from "./rewound.ts";
import { indexedText } from "./words.ts";

/** Where sessions are read from. */
export type SearchSource = Pick<SessionStore, "read" | "lastSeq">;

export interface UpdateResult {
  /** Sessions with new content, or that were indexed again. */
  readonly sessions: number;
  readonly documents: number;
  /** Sessions that no longer exist. */
  readonly removed: number;
  /** Sessions that could not be read. What was indexed of them can still be found. */
  readonly failed: readonly { readonly session: string; readonly message: string }[];
}

export interface UpdateOptions {
  readonly thinking: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Entries per transaction: other processes get their turn in between, and memory use stays low. */
const mostEntries = 512;
const mostCharacters = 1_000_000;

/**
 * Updates the index from the store. Indexed entries are trusted up to the last one, unless a later `scrub` says that
 * they were rewritten. A kill at any time leaves an index that the next update completes.
 *
 * @param sessions - all sessions to index; others are removed.
 */
export async function updateIndex(
  file: IndexFile,
  source: SearchSource,
  sessions: readonly string[],
  options: UpdateOptions,
): Promise<UpdateResult> {
  const known = new Set(sessions);
  const removed = removeOthers(file, known);
  const failed: { session: string; message: string }[] = [];
  const totals = { sessions: 0, documents: 0 };
  for (const session of new Set(sessions)) {
    options.signal?.throwIfAborted();
    try {
      const documents = await updateSession({ file, source, session, known, ...options });
      if (documents === undefined) continue;
      totals.sessions++;
      totals.documents += documents;
    } catch (error) {
      if (!SkeinError.is(error)) throw error;
      failed.push({ session, message: messageOf(error) });
    }
  }
  return { ...totals, removed, failed };
}

interface Named {
  readonly session: string;
}

/** Entries of a removed session may be indexed there only, and not in its forks: these are indexed again. */
function removeOthers(file: IndexFile, known: ReadonlySet<string>): number {
  const indexed = file.all("SELECT session FROM sessions") as readonly Named[];
  const gone = indexed.filter(({ session }) => !known.has(session));
  for (const { session } of gone) {
    file.write(() => {
      const forks = file.all("SELECT session FROM sessions WHERE parent = ?", session) as readonly Named[];
      for (const fork of forks) forget(file, fork.session);
      forget(file, session);
    });
  }
  if (gone.length > 0) file.settle();
  return gone.length;
}

interface SessionUpdate extends UpdateOptions {
  readonly file: IndexFile;
  readonly source: SearchSource;
  readonly session: string;
  readonly known: ReadonlySet<string>;
}

interface SessionRow {
  readonly id: number;
  readonly last: number;
  /** Where the session ended when reading began: earlier scrubs were complete by then. */
  readonly clean: number;
  readonly firstOwn: number;
}

/** @returns how many documents were added; `undefined` when nothing had changed. */
async function updateSession(update: SessionUpdate): Promise<number | undefined> {
  const { file, source, session, signal } = update;
  let documents: number | undefined;
  for (;;) {
    signal?.throwIfAborted();
    // In this order: another process may index what is written in between.
    const row = rowOf(file, session);
    const end = await source.lastSeq(session);
    if ((row?.last ?? 0) === end) return documents;
    const step = row && row.last > end ? "rewritten" : await nextStep(update, row, end);
    if (step === "rewritten") rewrite(file, session);
    else if (file.write(() => isAsBefore(file, session, row) && take(file, session, { ...step, end })))
      documents = (documents ?? 0) + step.documents.length;
    await setImmediate();
  }
}

/** Another process may have been faster: its work is kept, and the rest is checked again. */
function isAsBefore(file: IndexFile, session: string, row: SessionRow | undefined): boolean {
  const now = rowOf(file, session);
  return now?.id === row?.id && now?.last === row?.last;
}

interface Step {
  /** The last indexed entry after it. */
  readonly last: number;
  readonly start:
    | { readonly cwd: string; readonly parent: string | null; readonly firstOwn: number }
    | undefined;
  readonly documents: readonly SearchDocument[];
  readonly rewinds: readonly Rewind[];
}

async function nextStep(
  { source, session, known, thinking }: SessionUpdate,
  row: SessionRow | undefined,
  end: number,
): Promise<Step | "rewritten"> {
  const from = Math.max((row?.last ?? 0) + 1, row?.firstOwn ?? 1);
  const documents: SearchDocument[] = [];
  const rewinds: Rewind[] = [];
  let start: Step["start"];
  let entries = 0;
  let characters = 0;
  for await (const entry of source.read(session, from, indexedKinds)) {
    if (entry.seq > end) break;
    if (entry.kind === "scrub" && row && entry.seq > row.clean) return "rewritten";
    if (entry.kind === "rewind") rewinds.push({ seq: entry.seq, to: entry.to });
    for (const document of documentsOf(entry, thinking)) {
      documents.push(document);
      characters += document.text.length;
    }
    if (entry.kind === "session-start" && !start) {
      start = startOf(entry, known);
      if (start.firstOwn > entry.seq + 1)
        return { last: Math.min(start.firstOwn - 1, end), start, documents, rewinds };
    }
    if (++entries >= mostEntries || characters >= mostCharacters)
      return { last: entry.seq, start, documents, rewinds };
  }
  return { last: end, start, documents, rewinds };
}

/** What a fork has from its parent is found there. */
function startOf(entry: Extract<Entry, { kind: "session-start" }>, known: ReadonlySet<string>) {
  const parent = entry.parent && known.has(entry.parent.session) ? entry.parent : undefined;
  return { cwd: entry.cwd, parent: parent?.session ?? null, firstOwn: (parent?.seq ?? 0) + 1 };
}

function rowOf(file: IndexFile, session: string): SessionRow | undefined {
  return file.get("SELECT id, last, clean, firstOwn FROM sessions WHERE session = ?", session) as
    | SessionRow
    | undefined;
}

function take(file: IndexFile, session: string, step: Step & { readonly end: number }): true {
  const { last, start, documents, rewinds, end } = step;
  file.run("INSERT OR IGNORE INTO sessions(session, clean) VALUES (?, ?)", session, end);
  const id = rowOf(file, session)?.id ?? 0;
  if (start) {
    const { cwd, parent, firstOwn } = start;
    file.run("UPDATE sessions SET cwd = ?, parent = ?, firstOwn = ? WHERE id = ?", cwd, parent, firstOwn, id);
  }
  const insert = file.statement(
    "INSERT OR IGNORE INTO documents(session, seq, at, kind, role, text) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const index = file.statement("INSERT INTO words(rowid, parts, joined) VALUES (?, ?, ?)");
  for (const { seq, at, kind, role, text } of documents) {
    const { changes, lastInsertRowid } = insert.run(id, seq, at, kind, role, text);
    if (changes === 0) continue; // a known file
    const { parts, joined } = indexedText(text);
    index.run(lastInsertRowid, parts, joined);
  }
  if (rewinds.length > 0) takeRewinds(file, id, rewinds);
  file.run("UPDATE sessions SET last = ? WHERE id = ?", last, id);
  return true;
}

function takeRewinds(file: IndexFile, id: number, rewinds: readonly Rewind[]): void {
  for (const { seq, to } of rewinds) file.run("INSERT INTO rewinds VALUES (?, ?, ?)", id, seq, to);
  const all = file.all('SELECT seq, target AS "to" FROM rewinds WHERE session = ?', id) as readonly Rewind[];
  file.run("DELETE FROM rewound WHERE session = ?", id);
  for (const { from, to } of rewoundRanges(all))
    file.run("INSERT INTO rewound VALUES (?, ?, ?)", id, from, to);
}

/** Removes everything indexed of a session, including its old words. */
function rewrite(file: IndexFile, session: string): void {
  file.write(() => forget(file, session));
  file.settle();
}

function forget(file: IndexFile, session: string): void {
  const id = rowOf(file, session)?.id;
  if (id === undefined) return;
  const remove = file.statement("INSERT INTO words(words, rowid, parts, joined) VALUES ('delete', ?, ?, ?)");
  for (const row of file.statement("SELECT id, text FROM documents WHERE session = ?").iterate(id)) {
    const { parts, joined } = indexedText(String(row["text"]));
    remove.run(row["id"] as number, parts, joined);
  }
  for (const table of ["documents", "rewinds", "rewound"])
    file.run(`DELETE FROM ${table} WHERE session = ?`, id);
  file.run("DELETE FROM sessions WHERE id = ?", id);
}
