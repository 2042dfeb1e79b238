import { join } from "node:path";
import { answerQuestion, openQuestions, type Agent, type SessionNote } from "@skein/agent";
import type { Replay } from "@skein/agent/replay";
import type { ScrubbedStore } from "@skein/checkpoints";
import { mapStrings, type Answer, type Entry, type Question, type Redactor } from "@skein/protocol";
import {
  forkSession,
  salvageJournal,
  subagents,
  appendBetweenRuns,
  type ListedSession,
  type Subagent,
} from "@skein/sessions";
import type { Hit } from "@skein/session-search";
import { collectSnapshots } from "../checkpoints/collect-snapshots.ts";
import { changedFiles, type ChangedFile } from "./changed-files.ts";
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
import { openStores, type SessionStores } from "./stores.ts";

/** The sessions of a data folder. Every method may reject with `SessionError`. */
export interface Sessions extends AsyncDisposable {
  /** The one written last first. */
  list(): Promise<readonly ListedSession[]>;
  /** A session's journal as far as it is written, from an entry on; nothing for one that nobody wrote. */
  entries(session: string, from?: number): AsyncIterable<Entry>;
  /** Its questions that wait for an answer, whoever asked them. */
  openQuestions(session: string): Promise<readonly Question[]>;
  /**
   * Answers one of them; the session's next run without input goes on from there. Rejects with `not-asked` when it is
   * not open, with `answered` when somebody was faster, and with `locked` while another process runs the session.
   *
   * @param given.by - who answers, for the record. @param given.redactor - replaces the secrets in the answer before it is written.
   */
  answer(session: string, questionId: string, given: GivenAnswer): Promise<void>;
  /** The subagents it has started, with theirs. */
  subagents(session: string): Promise<readonly Subagent[]>;
  /** What a session's model would be sent now. */
  context(session: string): Promise<SentContext>;
  /** The files that a run found otherwise than it left them; `undefined` when that is not known. */
  changedFiles(session: string, run: string): Promise<readonly ChangedFile[] | undefined>;
  /** Where a session's files are. */
  folder(session: string): string;
  /**
   * Makes a session that begins as this one does.
   *
   * @param fork.at - the last entry that both have; default: the last one.
   * @returns its id.
   */
  fork(
    session: string,
    fork?: { readonly at?: number | undefined; readonly name?: string | undefined },
  ): Promise<string>;
  rename(session: string, name: string): Promise<void>;
  /** Goes back to where the session, and the files its calls changed, stood after an entry. */
  rewind(session: string, to: number, options?: RewindOptions): Promise<Rewound>;
  /** Takes back the last run, and what its calls did to files. */
  undo(session: string, options?: RewindOptions): Promise<Rewound>;
  redo(session: string, options?: RewindOptions): Promise<Rewound>;
  /** What was said and done in all of them: words, `"phrases"`, `begin*`, `-without`. */
  search(query: string, options?: SearchOptions): Promise<readonly Hit[]>;
  /** In another form, piece by piece. */
  export(session: string, options: ExportOptions): Promise<Exported>;
  /** Makes a session of a file. */
  import(path: string, options: ImportOptions): Promise<Imported>;
  /** Runs it again without a model, a tool or a network, and compares every request. */
  replay(recording: Recording, options?: ReplayOptions): Promise<Replay>;
  /**
   * Takes the secrets that are known now out of what was written before, and out of all checkpoints. A session that cannot
   * be written does not keep the others from it.
   *
   * @param onEnd - told of each session. @returns what was taken out of the checkpoints.
   */
  scrub(targets: readonly ScrubTarget[], onEnd?: (end: ScrubEnd) => void): Promise<ScrubbedStore>;
  /**
   * For good, one after the other until one cannot be removed. The files as they were before their calls go too, unless
   * another session needs them.
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
  /** Default: as one who has it to himself. A runtime lets the agent write that has the session open. */
  readonly write?: WriteNotes;
  /** Gets an answer that was written for a session without an agent. Default: unused. */
  readonly onAnswered?: (session: string, entries: readonly Entry[]) => void;
  /** An agent that has the session open answers by itself. Default: none has. */
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
  const rewindParts = async (session: string): Promise<RewindParts> => ({
    store: journals,
    checkpoints: await checkpoints(),
    write: (bodies) => writeNotes(session, bodies),
  });
  return {
    list: () => journals.list(),
    entries: (session, from) => journals.read(session, from),
    openQuestions: (session) => openQuestions(journals, session),
    async answer(session, questionId, { answer, by, redactor }) {
      const given: Answer = mapStrings(answer, (text) => redactor.redact(text));
      const open = openAgent(session);
      if (open) return open.answer(questionId, given, { by });
      const entries = await answerQuestion({ journal: journals, session, questionId, answer: given, by });
      onAnswered?.(session, entries);
    },
    async subagents(session) {
      const { entries } = await salvageJournal(journals, session);
      return subagents(journals, entries);
    },
    context: (session) => sentContext(journals, session),
    changedFiles: (session, run) => changedFiles(journals, checkpoints, { session, run }),
    folder: (session) => join(folder, session),
    async fork(session, { at, name } = {}) {
      const id = newSessionId(new Date(), Math.random);
      await forkSession(journals, session, { id, ...(at === undefined ? {} : { at }) });
      if (name !== undefined) await writeNotes(id, [{ kind: "name", name, by: "user" }]);
      return id;
    },
    async rename(session, name) {
      await writeNotes(session, [{ kind: "name", name, by: "user" }]);
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
        for (const session of sessions) await journals.remove(session);
      } finally {
        await collectSnapshots(journals, await checkpoints());
        await refreshIndex(stores);
      }
    },
  };
}

export function openSessions(dataFolder: string): Sessions {
  const stores = openStores(dataFolder);
  return { ...sessionsIn({ stores }), [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}
