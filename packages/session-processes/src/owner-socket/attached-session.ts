import { SessionError } from "@skein/protocol";
import {
  forkLiveSession,
  openOtherSession,
  type LiveSessionParts,
  type LiveSettings,
} from "@skein/host/sessions";
import type { SessionNews, LiveSession, TakenMessage } from "@skein/host";
import { askHere } from "./ask-here.ts";
import { afterNews, attachedState } from "./attached-state.ts";
import type { OwnerConnection } from "./connect-to-owner.ts";
import { ownerCalls } from "./owner-calls.ts";
import type { RequestBody } from "./messages.ts";
import { ownerEvents } from "./owner-events.ts";
import { relayedCalls } from "./relayed-calls.ts";
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
  const { session: id } = greeting;
  const { attended } = here;
  const calls = ownerCalls(owner);
  const detached = new AbortController();
  let state = attachedState(here.settings, greeting);
  /** Resolves when nothing that happens is missed any more by those who read events now. */
  let caughtUp: Promise<unknown> = Promise.resolve();

  function change(settings: Partial<LiveSettings>): void {
    state = { ...state, settings: { ...state.settings, ...settings } };
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
  const own = (): LiveSessionParts => ({ ...here, settings: { ...state.settings, cwd: here.settings.cwd } });

  const session: LiveSession = {
    id,
    owner: { pid: greeting.pid },
    ...relayedCalls(calls),
    settings: () => state.settings,
    isRunning: () => state.isRunning,
    events,
    send: (input) => send({ do: "send", ...(input === undefined ? {} : { input }) }),
    steer: (input) => send({ do: "steer", input }),
    interrupt(reason) {
      void calls
        .call({ do: "interrupt", ...(reason === undefined ? {} : { reason }) })
        .catch(() => undefined);
      return state.isRunning;
    },
    async setMode(chosen) {
      await calls.call({ do: "set-mode", mode: chosen });
      change({ mode: chosen });
    },
    async setModel(ofProvider, chosen) {
      await calls.call({ do: "set-model", provider: ofProvider, model: chosen });
      change({ provider: ofProvider, model: chosen });
    },
    setOutputStyle: () => Promise.reject(onlyThere(greeting, "The output style")),
    async rename(name) {
      await calls.call({ do: "rename", name });
      change({ name });
    },
    prepareNextRun: () => Promise.reject(onlyThere(greeting, "What a command allows and runs first")),
    appPage: () => Promise.reject(noPages(greeting)),
    callForApp: () => Promise.reject(noPages(greeting)),
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
      if (event.type !== "entry") asked?.follow(event);
      state = afterNews(state, event);
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
      state = { ...state, isRunning: false };
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
