import { SessionError, type BackgroundJob, type Effort, type Question } from "@skein/protocol";
import type { SessionPrompt } from "@skein/host/agents";
import {
  type CompactionReport,
  forkLiveSession,
  openOtherSession,
  type LiveSessionParts,
  type LiveSettings,
} from "@skein/host/sessions";
import type { SessionNews, LiveSession, ReadySession, TakenMessage } from "@skein/host";
import { askHere } from "./ask-here.ts";
import type { OwnerConnection } from "./connect-to-owner.ts";
import { ownerCalls } from "./owner-calls.ts";
import type { RequestBody } from "./messages.ts";
import { ownerEvents } from "./owner-events.ts";
import type { SocketPlace } from "./socket-place.ts";

export interface AttachedSessionParts {
  readonly place: SocketPlace;
  readonly owner: OwnerConnection;
  /** As if it were opened here: so are its forks. */
  readonly here: LiveSessionParts;
}

/**
 * A session that another process has open, for clients of this one. Closing it leaves it as it is there. What is written
 * into its journal from here, between its runs, is refused as `locked`.
 */
export function attachedSession({ place, owner, here }: AttachedSessionParts): LiveSession {
  const { greeting } = owner;
  const { session: id, provider, model, mode, effort } = greeting;
  const { attended } = here;
  const calls = ownerCalls(owner);
  const detached = new AbortController();
  let settings: LiveSettings = { ...here.settings, cwd: greeting.cwd, provider, model, mode };
  changeEffort(effort);
  /** Resolves when nothing that happens is missed any more by those who read events now. */
  let caughtUp: Promise<unknown> = Promise.resolve();
  let isRunning = greeting.isRunning;

  function changeEffort(chosen: Effort | undefined): void {
    const { effort: _, ...others } = settings.options ?? {};
    settings = { ...settings, options: chosen === undefined ? others : { ...others, effort: chosen } };
  }

  async function* events(fromSeq = 0, reader?: AbortSignal): AsyncGenerator<SessionNews, void> {
    const signal = reader ? AbortSignal.any([reader, detached.signal]) : detached.signal;
    const { promise, resolve } = Promise.withResolvers<void>();
    caughtUp = Promise.all([caughtUp, promise]);
    try {
      yield* ownerEvents({ place, owner: greeting, fromSeq, signal, onSubscribed: resolve });
    } finally {
      resolve();
    }
  }

  /** Whoever reads events is told all of what a message starts. */
  async function send(body: RequestBody): Promise<TakenMessage> {
    await caughtUp;
    return calls.send(body);
  }

  /** For other sessions of this process, which work in its own folder. */
  const own = (): LiveSessionParts => ({ ...here, settings: { ...settings, cwd: here.settings.cwd } });

  const session: LiveSession = {
    id,
    owner: { pid: greeting.pid },
    settings: () => settings,
    isRunning: () => isRunning,
    events,
    prepare: async () => (await calls.call({ do: "prepare" })) as ReadySession,
    prompts: async () => (await calls.call({ do: "prompts" })) as readonly SessionPrompt[],
    completePrompt: async (wanted) =>
      (await calls.call({ do: "complete-prompt", ...wanted })) as readonly string[],
    completeMention: async (word) =>
      (await calls.call({ do: "complete-mention", word })) as readonly string[],
    send: (input) => send({ do: "send", ...(input === undefined ? {} : { input }) }),
    steer: (input) => send({ do: "steer", input }),
    interrupt(reason) {
      void calls
        .call({ do: "interrupt", ...(reason === undefined ? {} : { reason }) })
        .catch(() => undefined);
      return isRunning;
    },
    openQuestions: async () => (await calls.call({ do: "open-questions" })) as readonly Question[],
    answer: async (question, answer, { by = `process ${process.pid}` } = {}) =>
      void (await calls.call({ do: "answer", question, answer, by })),
    async setMode(chosen) {
      await calls.call({ do: "set-mode", mode: chosen });
      settings = { ...settings, mode: chosen };
    },
    async setModel(ofProvider, chosen) {
      await calls.call({ do: "set-model", provider: ofProvider, model: chosen });
      settings = { ...settings, provider: ofProvider, model: chosen };
    },
    // The owner's event says what it came to.
    setEffort: async (chosen) => void (await calls.call({ do: "set-effort", effort: chosen })),
    setOutputStyle: () => Promise.reject(onlyThere(greeting, "The output style")),
    async rename(name) {
      await calls.call({ do: "rename", name });
      settings = { ...settings, name };
    },
    note: async (text) => void (await calls.call({ do: "note", text })),
    prepareNextRun: () => Promise.reject(onlyThere(greeting, "What a command allows and runs first")),
    appPage: () => Promise.reject(noPages(greeting)),
    callForApp: () => Promise.reject(noPages(greeting)),
    jobs: async () => (await calls.call({ do: "jobs" })) as readonly BackgroundJob[],
    endJob: async (job) => (await calls.call({ do: "end-job", job })) === true,
    compact: async ({ wish } = {}) =>
      (await calls.call({ do: "compact", ...(wish === undefined ? {} : { wish }) })) as CompactionReport,
    alone: (work) => work(), // the owner has it alone for each request that needs that
    other: (changed) => openOtherSession(own(), changed),
    fork: (point) => forkLiveSession(own(), point),
    close: detach,
    [Symbol.asyncDispose]: detach,
  };
  const asked =
    typeof attended === "function"
      ? askHere(attended, (question, { answer, by }) => session.answer(question, answer, { by }))
      : undefined;

  async function follow(): Promise<void> {
    const { promise: subscribed, resolve } = Promise.withResolvers<void>();
    if (asked)
      void subscribed
        .then(() => session.openQuestions())
        .then((questions) => questions.forEach((question) => asked.put(question)))
        .catch(() => undefined); // the owner is gone
    const signal = detached.signal;
    const happening = ownerEvents({
      place,
      owner: greeting,
      fromSeq: Infinity,
      signal,
      onSubscribed: resolve,
    });
    for await (const event of happening) {
      if (event.type === "entry") continue;
      asked?.follow(event);
      if (event.path.length > 0) continue;
      if (event.type === "run-start") isRunning = true;
      else if (event.type === "outcome") isRunning = false;
      else if (event.type === "settings") {
        settings = { ...settings, provider: event.provider, model: event.model, mode: event.mode };
        changeEffort(event.effort);
      }
    }
  }

  async function detach(): Promise<void> {
    detached.abort();
    calls.close();
    await calls.ended;
  }

  void follow()
    .catch(() => undefined) // its clients are told by their own events
    .finally(() => {
      isRunning = false;
      asked?.end();
    });
  // When the owner ends, readers still get what it has sent.
  void calls.ended.then(() => here.onClose?.(id));
  return session;
}

function noPages({ session, pid }: AttachedSessionParts["owner"]["greeting"]): SessionError {
  return new SessionError(
    "locked",
    `Session ${session} is in use by process ${pid}, which has its extensions: their pages are not shown here.`,
  );
}

function onlyThere({ session, pid }: AttachedSessionParts["owner"]["greeting"], what: string): SessionError {
  return new SessionError(
    "locked",
    `Session ${session} is in use by process ${pid}. ${what} can only be changed there.`,
    { nextStep: { do: "join-session", session } },
  );
}
