import { join } from "node:path";
import { answerQuestion, readOpenQuestions, type Agent, type SessionNote } from "@skein/agent";
import type { Replay } from "@skein/agent/replay";
import type { ScrubbedStore } from "@skein/checkpoints";
import { mapStrings, type Answer, type Entry, type Question, type Redactor } from "@skein/protocol";
import {
  forkInStore,
  salvageJournal,
  findSubagents,
  appendBetweenRuns,
  type ListedSession,
  type SessionStore,
  type Subagent,
} from "@skein/sessions";
import type { SearchHit } from "@skein/sessions/search";
import { collectSnapshots } from "../checkpoints/collect-snapshots.ts";
import { entriesInFolder } from "./change-folder.ts";
import { changedFiles, type ChangedFile } from "./changed-files.ts";
import { fileAt, filesBetween, type SessionStretch } from "./files-between.ts";
import {
  diffsOfRuns,
  sessionDiff,
  type FileDiff,
  type SessionDiff,
  type SessionDiffOptions,
} from "./session-diff.ts";
import { hunksThere, revertHunk, type Hunk } from "./hunks.ts";
import { exportSession, type ExportOptions, type Exported } from "./export-session.ts";
import { importSession, type Imported, type ImportOptions } from "./import-session.ts";
import { replayRecording, type Recording, type ReplayOptions } from "./replay-recording.ts";
import {
  redoRun,
  rewindSession,
  undoRun,
  type RewindOptions,
  type RewindParts,
  type Rewound,
} from "./rewind-session.ts";
import { scrubSessions, type ScrubEnd, type ScrubTarget } from "./scrub-session.ts";
import { refreshIndex, searchSessions, type SearchOptions } from "./search-sessions.ts";
import { sentContext, type SentContext } from "./sent-context.ts";
import { newSessionId } from "./session-id.ts";
import type { FileCheckpoints } from "@skein/checkpoints";
import { bringFiles, receivePublished } from "../checkpoints/moved-files.ts";
import { openStores, type SessionStores, type StoresOptions } from "./stores.ts";
import { loadForgetSession } from "../later.ts";

/** The sessions of a data folder. Every method may reject with `SessionError`. */
export interface Sessions extends AsyncDisposable {
  /**
   * Most recently written first.
   *
   * @param only - the session whose line alone is wanted.
   */
  list(only?: string): Promise<readonly ListedSession[]>;
  /** Reads a session's journal from an entry on; empty for an unknown session. */
  entries(session: string, from?: number): AsyncIterable<Entry>;
  /** Its entries from one on, then those that are written later, by any process, until the signal is aborted. */
  follow(session: string, from: number, signal: AbortSignal): AsyncIterable<Entry>;
  /** Claims a session for an attempt of a run of a queue; only where the sessions are in a database. See `SessionStore`. */
  readonly claim: SessionStore["claim"];
  /** Its open questions. */
  openQuestions(session: string): Promise<readonly Question[]>;
  /**
   * Answers an open question; the session's next run without input continues from there. Rejects with
   * `not-asked` when it is not open, with `answered` when it was already answered, and with `locked` while
   * another process runs the session.
   *
   * @param given.by - who answers, for the record. @param given.redactor - replaces the secrets in the answer before it is written.
   */
  answer(session: string, questionId: string, given: GivenAnswer): Promise<void>;
  /** The tree of its subagents. */
  subagents(session: string): Promise<readonly Subagent[]>;
  /** The context that would be sent to a session's model now. */
  context(session: string): Promise<SentContext>;
  /** The files that changed during a run; `undefined` when unknown. */
  changedFiles(session: string, run: string): Promise<readonly ChangedFile[] | undefined>;
  /** What the last run that changed files has changed in them; `undefined` when none has, or when it is unknown. */
  diff(session: string, options?: SessionDiffOptions): Promise<SessionDiff | undefined>;
  /** What each of these runs has changed in files, where it has and that is known. */
  diffs(session: string, runs: readonly string[]): Promise<readonly SessionDiff[]>;
  /** How files differ between two points of a session, as far as it has checkpoints. */
  filesBetween(session: string, stretch: SessionStretch): Promise<readonly FileDiff[]>;
  /**
   * The text of a file that changed in the session, at one of its points. Rejects with `not-found`.
   *
   * @param path - absolute. @param at - an entry, after which it is meant.
   */
  fileAt(session: string, path: string, at: number): Promise<string>;
  /** The hunks of a diff that the files still have. */
  hunks(diff: SessionDiff): Promise<readonly Hunk[]>;
  /** Takes one of them out of its file; redo restores it. */
  revertHunk(session: string, diff: SessionDiff, number: number): Promise<Hunk>;
  /** The paths of a session's files. */
  folder(session: string): string;
  /**
   * Creates a new session from the beginning of this one.
   *
   * @param fork.at - the last shared entry. Default: the session's last entry.
   * @returns its id.
   */
  fork(
    session: string,
    fork?: { readonly at?: number | undefined; readonly name?: string | undefined },
  ): Promise<string>;
  rename(session: string, name: string): Promise<void>;
  /**
   * Makes the session one of another folder, because its own was renamed: replaces the folder in its first entry and in
   * its checkpoints.
   *
   * @param cwd - absolute.
   */
  changeFolder(session: string, cwd: string): Promise<void>;
  /** Rewinds the session, and the files its calls changed, to the state after an entry. */
  rewind(session: string, to: number, options?: RewindOptions): Promise<Rewound>;
  /**
   * Brings a folder that was just made, as every machine makes it, to where the session left it on any machine.
   *
   * @returns the snapshot of the folder before that, for `AgentSettings.movesFrom`.
   */
  bringFiles(session: string, folder: string): Promise<string>;
  /** Keeps bytes with a session, which needs no entries yet. @returns SHA-256, hex. */
  putBlob(session: string, bytes: Uint8Array): Promise<string>;
  blob(session: string, hash: string): Promise<Uint8Array | undefined>;
  /** Undoes the last run, including its file changes. */
  undo(session: string, options?: RewindOptions): Promise<Rewound>;
  redo(session: string, options?: RewindOptions): Promise<Rewound>;
  /** Searches all sessions: words, `"phrases"`, `prefix*`, `-excluded`. */
  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
  /** Exports a session as a stream of chunks. */
  export(session: string, options: ExportOptions): Promise<Exported>;
  /** Imports a session from a file. */
  import(path: string, options: ImportOptions): Promise<Imported>;
  /** Replays a session without a model, tools or network, and compares every request. */
  replay(recording: Recording, options?: ReplayOptions): Promise<Replay>;
  /**
   * Removes the currently known secrets from sessions and all checkpoints. A session that cannot be written
   * does not affect the others.
   *
   * @param onEnd - called for each session. @returns what was removed from the checkpoints.
   */
  scrub(targets: readonly ScrubTarget[], onEnd?: (end: ScrubEnd) => void): Promise<ScrubbedStore>;
  /**
   * Deletes sessions permanently, one after the other, until one cannot be deleted; also their checkpoints,
   * unless another session needs them, and what the sandbox has written down of them.
   */
  remove(...sessions: readonly string[]): Promise<void>;
}

/** An answer to an open question. */
interface GivenAnswer {
  readonly answer: Answer;
  readonly by: string;
  readonly redactor: Pick<Redactor, "redact">;
}

/** Appends to a session between its runs. */
export type WriteNotes = (session: string, bodies: readonly SessionNote[]) => Promise<unknown>;

export interface SessionsParts {
  readonly stores: SessionStores;
  /** Default: opens the session exclusively. A runtime writes through the agent that has it open. */
  readonly write?: WriteNotes;
  /** Receives an answer that was written to a session without an open agent. Default: unused. */
  readonly onAnswered?: (session: string, entries: readonly Entry[]) => void;
  /** Answers through the agent that has the session open. Default: none. */
  readonly openAgent?: (session: string) => Pick<Agent, "answer"> | undefined;
}

export function sessionsIn({
  stores,
  write,
  onAnswered,
  openAgent = () => undefined,
}: SessionsParts): Omit<Sessions, typeof Symbol.asyncDispose> {
  const { journals, checkpoints, folder } = stores;
  const writeNotes: WriteNotes = write ?? ((session, bodies) => appendBetweenRuns(journals, session, bodies));
  /** With those of other machines. */
  const published = (session: string) => async (): Promise<FileCheckpoints> =>
    receivePublished(journals, await checkpoints(), session);
  const rewindParts = async (session: string): Promise<RewindParts> => ({
    store: journals,
    checkpoints: await checkpoints(),
    write: (bodies) => writeNotes(session, bodies),
  });
  return {
    list: (only) => journals.list(only),
    entries: (session, from) => journals.read(session, from),
    follow: (session, from, signal) => journals.subscribe(session, from, signal),
    claim: journals.claim,
    openQuestions: (session) => readOpenQuestions(journals, session),
    async answer(session, questionId, { answer, by, redactor }) {
      const given: Answer = mapStrings(answer, (text) => redactor.redact(text));
      const open = openAgent(session);
      if (open) return open.answer(questionId, given, { by });
      const entries = await answerQuestion({ journal: journals, session, questionId, answer: given, by });
      onAnswered?.(session, entries);
    },
    async subagents(session) {
      const { entries } = await salvageJournal(journals, session);
      return findSubagents(journals, entries);
    },
    context: (session) => sentContext(journals, session),
    changedFiles: (session, run) => changedFiles(journals, checkpoints, { session, run }),
    diff: (session, options) => sessionDiff(journals, published(session), session, options),
    diffs: (session, runs) => diffsOfRuns(journals, published(session), session, runs),
    bringFiles: async (session, cwd) => bringFiles(journals, await checkpoints(), session, cwd),
    putBlob: (session, bytes) => journals.putBlob(session, bytes),
    blob: (session, hash) => journals.blob(session, hash),
    filesBetween: (session, stretch) => filesBetween(journals, checkpoints, session, stretch),
    fileAt: (session, path, at) => fileAt(journals, checkpoints, session, { path, at }),
    hunks: (diff) => hunksThere(diff),
    revertHunk: async (session, diff, number) =>
      revertHunk(await rewindParts(session), session, diff, number),
    folder: (session) => join(folder, session),
    async fork(session, { at, name } = {}) {
      const id = newSessionId(new Date(), Math.random);
      await forkInStore(journals, session, { id, ...(at === undefined ? {} : { at }) });
      if (name !== undefined) await writeNotes(id, [{ kind: "name", name, by: "user" }]);
      return id;
    },
    async rename(session, name) {
      await writeNotes(session, [{ kind: "name", name, by: "user" }]);
    },
    async changeFolder(session, cwd) {
      await journals.rewrite(session, { entry: entriesInFolder(cwd) });
    },
    rewind: async (session, to, options) => rewindSession(await rewindParts(session), session, to, options),
    undo: async (session, options) => undoRun(await rewindParts(session), session, options),
    redo: async (session, options) => redoRun(await rewindParts(session), session, options),
    search: (query, options) => searchSessions(stores, query, options),
    export: (session, options) => exportSession(stores, session, options),
    import: (path, options) => importSession(stores, path, options),
    replay: (recording, options) => replayRecording(stores, recording, options),
    async scrub(targets, onEnd = () => undefined) {
      let entries = 0;
      const parts = {
        store: journals,
        checkpoints: await checkpoints(),
        folderOf: (session: string) => join(folder, session),
      };
      try {
        return await scrubSessions(parts, targets, (end) => {
          if (!end.error) entries += end.entries;
          onEnd(end);
        });
      } finally {
        if (entries > 0) await refreshIndex(stores);
      }
    },
    async remove(...sessions) {
      try {
        const { forgetSession } = await loadForgetSession();
        for (const session of sessions) {
          await journals.remove(session);
          forgetSession(stores.dataFolder, session);
        }
      } finally {
        await collectSnapshots(journals, await checkpoints());
        await refreshIndex(stores);
      }
    },
  };
}

export function openSessions(
  dataFolder: string,
  options: Pick<StoresOptions, "databaseUrl" | "blobs"> = {},
): Sessions {
  const stores = openStores(dataFolder, options);
  return { ...sessionsIn({ stores }), [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}
