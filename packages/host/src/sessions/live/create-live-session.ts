import type { AgentEvent, AskUser, Entry } from "@skein/protocol";
import type { OpenAgent, ProposedMemory, Runtime } from "@skein/runtime";
import { completeMention } from "../../messages/complete-mention.ts";
import { completePrompt, sessionPrompts } from "../../messages/session-prompts.ts";
import { answeringModel, callsIn, type AnsweringModel } from "../answering-model.ts";
import { collectEntries } from "../collect-entries.ts";
import { forkSession, type ForkPoint } from "../fork-session.ts";
import { agentLifecycle } from "./agent-lifecycle.ts";
import { createAskedQuestions } from "./asked-questions.ts";
import { changeSettings } from "./change-settings.ts";
import { compactSession } from "./compact-session.ts";
import { heldSettings } from "./held-settings.ts";
import { createLiveEvents } from "./live-events.ts";
import type { LiveSession, LiveSettings, OwnerSocket } from "./live-session.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { runQueue } from "./run-queue.ts";
import { sessionApps } from "./session-apps.ts";
import { sessionQuestions } from "./session-questions.ts";
import { runStarter } from "./start-run.ts";
import { userNotes } from "./user-notes.ts";

/** What a session is opened with here, by the process that runs it. */
export interface LiveSessionParts {
  readonly runtime: Pick<Runtime, "open" | "model" | "sessions">;
  readonly settings: LiveSettings;
  /**
   * Whether somebody may answer; otherwise a question ends the run as `needs-input`. A function is asked, too, one question
   * after the other.
   */
  readonly attended: boolean | AskUser;
  /**
   * When the time limit of the first run began to count, in milliseconds since the epoch; the start of the extensions counts
   * then. Default: when the run begins.
   */
  readonly countedFrom?: number | undefined;
  /** Takes who is to be told what happens in a session between runs. */
  readonly listen?: (session: string, listener: (event: AgentEvent) => void) => void;
  /** How other processes reach it while its lease is held here. Default: they do not. */
  readonly ownerSocket?: ((session: LiveSession) => OwnerSocket | undefined) | undefined;
  /** Is called with each fork, and each other session, before it is handed out. */
  readonly onFork?: (fork: LiveSession) => void;
  /** Is called with what the session was worth learning, when it is closed. */
  readonly onProposals?:
    | ((session: string, proposed: readonly ProposedMemory[]) => Promise<void>)
    | undefined;
  /** Is called after each answer, as soon as no run is on: a session that waits for it can be resumed. Never rejects. */
  readonly onAnswered?: (() => Promise<void>) | undefined;
  /** Is called when it was closed. */
  readonly onClose?: (id: string) => void;
}

/** The end of a session waits so long for what is worth remembering. */
const longestProposalMs = 20_000;

export function createLiveSession(parts: LiveSessionParts): LiveSession {
  const { runtime, attended, listen, onClose } = parts;
  const { session: id } = parts.settings;
  const stopper = new AbortController();
  const works = oneAtATime();
  const settings = heldSettings(parts.settings);
  const live = createLiveEvents((from) => runtime.sessions.entries(id, from));
  const asked = createAskedQuestions(typeof attended === "function" ? attended : undefined);
  const agent = agentLifecycle({
    runtime,
    settings: () => settings.current(),
    ask: attended ? asked.ask : undefined,
    countedFrom: parts.countedFrom,
    signal: stopper.signal,
  });
  const notes = userNotes({ entries: () => runtime.sessions.entries(id), agent: () => agent.open() });
  const starter = runStarter({
    sessions: runtime.sessions,
    settings,
    agent,
    notes,
    isFromPerson: attended !== false,
    onBegin: (run) => live.begin(run),
    signal: stopper.signal,
  });
  const runs = runQueue({
    ...starter,
    push(event) {
      // An accepted plan changes it, too.
      if (event.type === "settings" && event.path.length === 0) settings.change({ mode: event.mode });
      live.push(event);
    },
    onWritten: async () => socket?.open(),
    busy: () => works.idle(),
  });
  const journal = (from?: number) => collectEntries(runtime.sessions.entries(id, from));
  listen?.(id, (event) => {
    // Clients are still told what the last run has come to.
    const on = runs.ongoing();
    if (on) void on.result.catch(() => undefined).then(() => live.push(event));
    else live.push(event);
  });

  async function closeAll(): Promise<void> {
    stopper.abort("The session was closed.");
    await runs.lastEnded();
    await works.idle();
    const found = await agent.opened()?.catch(() => undefined);
    if (runs.lastEnded() !== undefined) await proposeAtEnd(parts, found).catch(() => undefined);
    await socket?.withdraw();
    await found?.agent.close();
    live.end();
    await socket?.close();
    onClose?.(id);
  }

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeAll());
  const session: LiveSession = {
    id,
    owner: undefined,
    settings: () => settings.current(),
    isRunning: () => runs.ongoing() !== undefined,
    events: (fromSeq = 0, signal) => live.read(fromSeq, signal),
    async prepare() {
      const [{ tools, sandbox }, who] = await Promise.all([
        agent.open(),
        answering(settings.current(), journal),
      ]);
      return { tools, answering: who, sandbox };
    },
    prompts: async () => sessionPrompts((await agent.opened())?.extensions ?? []),
    completePrompt: async (wanted) => completePrompt((await agent.opened())?.extensions ?? [], wanted),
    completeMention: async (word) => completeMention(word, (await agent.opened())?.extensions ?? []),
    send: async (input) => (input === undefined ? runs.resume() : runs.add(input, "queue")),
    steer: (input) => runs.add(input, "steer"),
    interrupt(reason) {
      const on = runs.ongoing();
      const isStarting = agent.interruptStart(reason ?? "The run was interrupted.");
      void on?.run.then((run) => run.interrupt(reason)).catch(() => undefined);
      return isStarting || on !== undefined;
    },
    ...sessionQuestions({
      id,
      sessions: runtime.sessions,
      agent,
      asked,
      runs,
      onAnswered: parts.onAnswered,
      onWritten: async () => socket?.open(),
    }),
    ...changeSettings({
      runtime,
      settings,
      agent,
      runs,
      push: (event) => live.push(event),
      isWritten: async () => (await journal()).length > 0,
    }),
    ...sessionApps({ journal: () => journal(), agent: () => agent.open() }),
    note: (text) => notes.add(text),
    prepareNextRun: (next) => starter.prepareNextRun(next),
    jobs: async () => (await agent.open()).jobs.list(),
    endJob: async (job) => (await agent.open()).jobs.end(job),
    compact: async (options = {}) => compactSession(await agent.open(), journal, options),
    alone: (work) =>
      works.run(async () => {
        await runs.lastEnded();
        return work();
      }),
    other: (changed) => openOtherSession({ ...parts, settings: settings.current() }, changed),
    fork: (point) => forkLiveSession({ ...parts, settings: settings.current() }, point),
    close,
    [Symbol.asyncDispose]: close,
  };
  const socket = parts.ownerSocket?.(session);
  return session;
}

async function answering(
  settings: LiveSettings,
  journal: () => Promise<readonly Entry[]>,
): Promise<AnsweringModel> {
  return answeringModel(settings, settings.lead ? callsIn(await journal()) : 0);
}

async function proposeAtEnd(
  { settings, onProposals }: LiveSessionParts,
  opened: OpenAgent | undefined,
): Promise<void> {
  const proposed = await opened?.proposeMemories?.(AbortSignal.timeout(longestProposalMs));
  if (proposed && proposed.length > 0) await onProposals?.(settings.session, proposed);
}

/** See `LiveSession.fork`. @param parts - of the session that is forked. */
export async function forkLiveSession(parts: LiveSessionParts, point?: ForkPoint): Promise<LiveSession> {
  const { runtime, settings, onFork } = parts;
  const session = await forkSession(runtime, settings, point);
  const fork = createLiveSession({ ...parts, settings: { ...settings, session } });
  onFork?.(fork);
  return fork;
}

/** See `LiveSession.other`. */
export function openOtherSession(
  parts: LiveSessionParts,
  changed: Partial<LiveSettings> & Pick<LiveSettings, "session">,
): LiveSession {
  const other = createLiveSession({ ...parts, settings: { ...parts.settings, name: undefined, ...changed } });
  parts.onFork?.(other);
  return other;
}
