import { ConfigError } from "@skein/protocol";
import type { OpenAgent, Sessions } from "@skein/runtime";
import { withSettledCalls } from "@skein/sessions";
import type { MessageContent } from "../../messages/message-content.ts";
import { readMessage } from "../../messages/read-message.ts";
import { openEndOf } from "../open-end.ts";
import type { AgentLifecycle } from "./agent-lifecycle.ts";
import type { HeldSettings } from "./held-settings.ts";
import type { LiveSession, RunBeginning, SessionInput } from "./live-session.ts";
import type { RunQueueParts } from "./run-queue.ts";
import type { UserNotes } from "./user-notes.ts";

export interface RunStarterParts {
  readonly sessions: Pick<Sessions, "entries">;
  readonly settings: Pick<HeldSettings, "current" | "applyTo">;
  readonly agent: Pick<AgentLifecycle, "open" | "startOfFirstRun">;
  readonly notes: Pick<UserNotes, "joinedTo">;
  /** Whether messages are typed by a person, who may name files in them. */
  readonly isFromPerson: boolean;
  /** Is told the id of each run. */
  readonly onBegin: (run: string) => void;
  /** Of the session. */
  readonly signal: AbortSignal;
}

/** Reads messages, and starts a run with each, or with what the last run left open. */
export type RunStarter = Pick<RunQueueParts, "start" | "read"> & Pick<LiveSession, "prepareNextRun">;

export function runStarter(parts: RunStarterParts): RunStarter {
  const { sessions, settings, agent, notes, isFromPerson, onBegin, signal } = parts;
  /** Of the run that the next message starts. */
  let beginning: RunBeginning = {};

  function read(input: SessionInput): Promise<MessageContent> {
    const opened = () => agent.open();
    return readMessage(input, { settings: settings.current(), agent: opened, isFromPerson, signal });
  }

  return {
    read,
    async start(input, previous) {
      if (previous) await previous;
      const { session } = settings.current();
      const opened = await agent.open();
      // What became of calls that a kill left open is told with a run that goes on from there.
      const end = input === undefined ? await openEndOf(sessions, session) : undefined;
      const words = input === undefined ? undefined : notes.joinedTo(await read(input));
      const countedFrom = agent.startOfFirstRun();
      const { narrowing, first } = words === undefined ? {} : beginning;
      if (words !== undefined) beginning = {};
      if (narrowing) await opened.narrowNextRun?.(narrowing);
      const run = opened.agent.run(words, {
        signal,
        ...(first ? { first } : {}),
        ...(countedFrom === undefined ? {} : { countedFrom }),
      });
      onBegin(run.id);
      await settings.applyTo(run);
      const entries = () => sessions.entries(session);
      return { run, events: withSettledCalls(run, { session, calls: end?.calls ?? [], entries }) };
    },
    async prepareNextRun(next) {
      requireAvailable(next, await agent.open());
      beginning = next;
    },
  };
}

/** Throws `ConfigError` when a run of this agent cannot begin so. */
export function requireAvailable(
  { narrowing, first }: RunBeginning,
  { narrowNextRun, tools }: Pick<OpenAgent, "narrowNextRun" | "tools">,
): void {
  if (narrowing && !narrowNextRun)
    throw new ConfigError("usage", "What a command allows needs the built-in skills, which is off here.", {
      hint: "Start the session with the built-in extensions, or remove allowed-tools from the command.",
    });
  const missing = first?.calls.find(({ name }) => !tools.includes(name));
  if (missing)
    throw new ConfigError("usage", `The command needs the tool ${missing.name}, which is off here.`, {
      hint: "Start the session with the built-in extensions, and in another mode than chat.",
    });
}
