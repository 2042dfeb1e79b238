import { ConfigError, SessionError, type RunResult } from "@skein/protocol";
import type { RunQueue } from "@skein/queue-postgres";
import { eventsOfEntries } from "../background/events-of-entries.ts";
import { readLog } from "../background/read-log.ts";
import type {
  Host,
  OpenWishes,
  Machine,
  SessionNews,
  LiveSession,
  SessionInput,
  TakenMessage,
} from "@skein/host";
import { lastSeq, requireMode, unseenRun } from "@skein/host/sessions";
import { isQueued, standingIn } from "./cluster.ts";
import { continueAnswered } from "./continue-answered.ts";

interface QueuedSessionParts {
  readonly host: Host;
  readonly machine: Machine;
  readonly queue: RunQueue;
  readonly wishes: OpenWishes;
  /** The session as it is here; closed soon. */
  readonly first: LiveSession;
  readonly onClose: () => void;
}

/** A session whose runs are done by workers. Only its journal tells of them, so whole replies are told, and no deltas. */
export async function queuedSession(parts: QueuedSessionParts): Promise<LiveSession> {
  const { host, machine, queue, wishes, first, onClose } = parts;
  const { sessions } = host;
  const { id } = first;
  const closing = new AbortController();
  let settings = first.settings();
  /** What was chosen here, and is submitted with the next run. */
  let chosen: Readonly<Record<string, string>> = onlySubmitted(wishes.overrides ?? {});
  let isRunning = isQueued(await queue.find(id));

  async function submit(input: SessionInput | undefined): Promise<TakenMessage> {
    const task = input === undefined ? "" : taskOf(input);
    const after = await lastSeq(sessions, id);
    if (task === "" && after === 0) throw new ConfigError("usage", "There is nothing to do.");
    if (isQueued(await queue.find(id)))
      throw new SessionError("locked", `A run of session ${id} waits for a worker, or is on.`, {
        hint: "Wait for its end, or interrupt it.",
      });
    await queue.submit({ session: id, task, cwd: settings.cwd, after, ...chosen });
    isRunning = true;
    return {
      run: `${id}-${after}`,
      isQueued: false,
      get result() {
        return resultOf();
      },
    };
  }

  async function resultOf(): Promise<RunResult> {
    const ended = await readLog({
      sessions,
      session: id,
      standing: () => standingIn(queue, sessions, id),
      follows: true,
      left: closing.signal,
      begin: () => undefined,
      tell: () => undefined,
    });
    return ended ?? unseenRun(id, { outcome: "cancelled" });
  }

  /** An entry is one event: whoever comes back behind it is told nothing twice. */
  async function* events(fromSeq = 0, reader?: AbortSignal): AsyncGenerator<SessionNews, void> {
    const signal = reader ? AbortSignal.any([reader, closing.signal]) : closing.signal;
    const start = Number.isFinite(fromSeq) ? fromSeq : await lastSeq(sessions, id);
    const eventsOf = eventsOfEntries(id);
    for await (const entry of sessions.follow(id, 1, signal)) {
      const event = eventsOf(entry).find(({ seq }) => seq !== undefined);
      if (event?.type === "run-start") isRunning = true;
      if (event?.type === "outcome") isRunning = false;
      if (entry.seq > start) yield event ?? { type: "entry", entry };
    }
  }

  /** What the queue has no word for is done here, while no worker has the session. */
  async function here<Value>(work: (session: LiveSession) => Promise<Value>): Promise<Value> {
    await using session = await host.open({ ...wishes, session: id, cwd: settings.cwd });
    return await work(session); // it is open until then
  }

  async function close(): Promise<void> {
    closing.abort();
    onClose();
  }

  return {
    ...first,
    id,
    owner: undefined,
    settings: () => settings,
    isRunning: () => isRunning,
    events,
    prepare: () => here((session) => session.prepare()),
    prompts: async () => [],
    completePrompt: async () => [],
    completeMention: async () => [],
    send: submit,
    steer: submit,
    interrupt() {
      void queue.cancel(id).catch(() => undefined);
      const was = isRunning;
      isRunning = false;
      return was;
    },
    openQuestions: () => sessions.openQuestions(id),
    async answer(questionId, answer, options) {
      await here((session) => session.answer(questionId, answer, options));
      const { resumed, isSubmitted } = await continueAnswered(machine, sessions, id);
      isRunning = isSubmitted && resumed === id;
    },
    async setMode(mode) {
      requireMode(mode);
      chosen = { ...chosen, mode };
      settings = { ...settings, mode };
    },
    async setModel(provider, model) {
      chosen = { ...chosen, provider, model };
      settings = { ...settings, provider, model };
    },
    setEffort: () => Promise.reject(onlyThere("The effort")),
    other: () => {
      throw onlyThere("Another session's settings");
    },
    setOutputStyle: (style) => here((session) => session.setOutputStyle(style)),
    rename: (name) => here((session) => session.rename(name)),
    note: (text) => here((session) => session.note(text)),
    prepareNextRun: () => Promise.reject(onlyThere("What the next run begins with")),
    jobs: async () => [],
    endJob: async () => false,
    compact: (options) => here((session) => session.compact(options)),
    alone: (work) => here((session) => session.alone(work)),
    fork: (point) => here((session) => session.fork(point)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function onlySubmitted({ provider, model, mode }: NonNullable<OpenWishes["overrides"]>) {
  const given = Object.entries({ provider, model, mode });
  return Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

function taskOf(input: SessionInput): string {
  if (typeof input === "string") return input;
  if ("text" in input) {
    if (input.attachments.length > 0) throw onlyText();
    return input.text;
  }
  const texts = input.map((part) => (part.type === "text" ? part.text : undefined));
  if (texts.includes(undefined)) throw onlyText();
  return texts.join("\n");
}

function onlyThere(what: string): ConfigError {
  return new ConfigError("usage", `${what} cannot be chosen for a run that workers do.`, {
    hint: "Set it in the config files of the workers.",
  });
}

function onlyText(): ConfigError {
  return new ConfigError("usage", "Workers are handed the text of a message, and nothing else.", {
    hint: "Name files by their paths in the text, under which the workers have them too.",
  });
}
